package dev.trestle.homeops.understanding.llm;

import dev.trestle.homeops.understanding.Understanding;
import dev.trestle.homeops.understanding.Understood;
import dev.trestle.homeops.understanding.Utterance;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks a language model. If it does not answer in time, or answers anything but what the schema
 * allows, the message is understood without it; after three failures in a row it is not asked for a
 * minute. An answer that comes too late is ignored.
 */
public final class LanguageModelUnderstanding implements Understanding, AutoCloseable {
  private static final System.Logger LOG =
      System.getLogger(LanguageModelUnderstanding.class.getName());
  private static final int FAILURES_MAX = 3;
  private static final Duration REST = Duration.ofMinutes(1);
  private static final long ANSWER_BYTES_MAX = 256 * 1024;

  private final LanguageModelOptions options;
  private final Understanding otherwise;
  private final InstantSource clock;
  private final URI address;
  private final HttpClient http;
  private final AtomicInteger failures = new AtomicInteger();
  private volatile Instant restUntil = Instant.MIN;

  /**
   * Creates an understanding.
   *
   * @param otherwise understands messages when the model does not
   */
  public LanguageModelUnderstanding(
      LanguageModelOptions options, Understanding otherwise, InstantSource clock) {
    this.options = options;
    this.otherwise = otherwise;
    this.clock = clock;
    this.address =
        URI.create(options.endpoint().toString().replaceAll("/+$", "") + "/chat/completions");
    this.http = HttpClient.newBuilder().connectTimeout(options.timeout()).build();
  }

  @Override
  public Understood understand(Utterance utterance) {
    if (clock.instant().isBefore(restUntil)) {
      return otherwise.understand(utterance);
    }
    var understood = asked(utterance);
    if (understood.isPresent()) {
      failures.set(0);
      return understood.get();
    }
    if (failures.incrementAndGet() >= FAILURES_MAX) {
      failures.set(0);
      restUntil = clock.instant().plus(REST);
    }
    return otherwise.understand(utterance);
  }

  private Optional<Understood> asked(Utterance utterance) {
    var request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofByteArray(
                    Json.write(ModelRequest.about(utterance, options.model()))));
    if (!options.key().isEmpty()) {
      request.header("Authorization", "Bearer " + options.key());
    }
    return response(request.build()).flatMap(response -> read(response, utterance));
  }

  /** Exceptions are not passed on: they may repeat the request. */
  private Optional<HttpResponse<byte[]>> response(HttpRequest request) {
    var bytes = BodyHandlers.limiting(BodyHandlers.ofByteArray(), ANSWER_BYTES_MAX);
    var response = http.sendAsync(request, bytes);
    try {
      return Optional.of(response.get(options.timeout().toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      response.cancel(true);
      return failed("it did not answer in time");
    } catch (ExecutionException e) {
      return failed("it cannot be reached, or its answer was cut off");
    } catch (InterruptedException e) {
      response.cancel(true);
      Thread.currentThread().interrupt();
      return failed("interrupted");
    }
  }

  private static Optional<Understood> read(HttpResponse<byte[]> response, Utterance utterance) {
    if (response.statusCode() != 200) {
      return failed("status " + response.statusCode());
    }
    try {
      var content =
          Json.tree()
              .readTree(response.body())
              .path("choices")
              .path(0)
              .path("message")
              .path("content")
              .asText("");
      var answer = Json.read(content.getBytes(StandardCharsets.UTF_8), ModelResponse.class);
      return Optional.of(answer.about(utterance));
    } catch (IOException | RuntimeException e) {
      return failed("its answer does not keep to the schema");
    }
  }

  private static <T> Optional<T> failed(String reason) {
    LOG.log(
        Level.WARNING,
        "the language model was not used, a message was understood without it: " + reason);
    return Optional.empty();
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
