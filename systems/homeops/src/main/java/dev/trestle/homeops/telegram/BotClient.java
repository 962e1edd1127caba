package dev.trestle.homeops.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;

/**
 * Calls Telegram's Bot API. A call is repeated when Telegram asks for it with 429, or cannot be
 * reached. After a server error or a lost response it is repeated only if that has no effect: a
 * message may have been sent.
 */
final class BotClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int TRIES_MAX = 3;
  private static final long REPLY_BYTES_MAX = 1 << 20;

  private final String base;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  BotClient(TelegramOptions options) {
    this.base = options.api().toString().replaceAll("/+$", "") + "/bot" + options.token() + "/";
  }

  /** Calls a method that may be repeated without effect, such as {@code setMessageReaction}. */
  BotReply repeatable(String method, Map<String, ?> body) {
    return call(method, body, true);
  }

  /** Calls a method that does something each time, such as {@code sendMessage}. */
  BotReply once(String method, Map<String, ?> body) {
    return call(method, body, false);
  }

  private BotReply call(String method, Map<String, ?> body, boolean repeatable) {
    var request =
        HttpRequest.newBuilder(URI.create(base + method))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(Json.write(body)))
            .build();
    Attempt attempt = attempt(request);
    for (int tries = 1; tries < TRIES_MAX && mayRepeat(attempt, repeatable); tries++) {
      if (!pause(attempt.retryAfter())) break;
      attempt = attempt(request);
    }
    return attempt.reply();
  }

  private static boolean mayRepeat(Attempt attempt, boolean repeatable) {
    return switch (attempt.outcome()) {
      case ANSWERED -> false;
      case NOT_DONE -> attempt.retryAfter().compareTo(PAUSE_MAX) <= 0;
      case UNKNOWN -> repeatable;
    };
  }

  private static boolean pause(Duration duration) {
    try {
      Thread.sleep(duration);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private enum Outcome {
    ANSWERED,
    NOT_DONE,
    UNKNOWN
  }

  private record Attempt(Outcome outcome, BotReply reply, Duration retryAfter) {
    static Attempt answered(BotReply reply) {
      return new Attempt(Outcome.ANSWERED, reply, PAUSE);
    }

    static Attempt failed(Outcome outcome, String reason) {
      return new Attempt(outcome, new BotReply.Failed(reason), PAUSE);
    }
  }

  /** The exceptions are not passed on: they may repeat the address, which contains the token. */
  private Attempt attempt(HttpRequest request) {
    try {
      var bytes = BodyHandlers.limiting(BodyHandlers.ofByteArray(), REPLY_BYTES_MAX);
      var response = http.send(request, bytes);
      return read(response.statusCode(), Json.tree().readTree(response.body()));
    } catch (ConnectException | HttpConnectTimeoutException e) {
      return Attempt.failed(Outcome.NOT_DONE, "Telegram cannot be reached");
    } catch (HttpTimeoutException e) {
      return Attempt.failed(Outcome.UNKNOWN, "Telegram did not respond in time");
    } catch (IOException e) {
      return Attempt.failed(Outcome.UNKNOWN, "Telegram's response was lost or not understood");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Attempt.answered(new BotReply.Failed("interrupted"));
    }
  }

  private static Attempt read(int status, JsonNode body) {
    if (status == 200 && body.path("ok").asBoolean()) {
      return Attempt.answered(new BotReply.Done(body.path("result")));
    }
    var parameters = body.path("parameters");
    if (parameters.path("migrate_to_chat_id").isIntegralNumber()) {
      return Attempt.answered(
          new BotReply.Migrated(new ChatId(parameters.path("migrate_to_chat_id").asText())));
    }
    var reason = "Telegram replied with status " + status;
    if (status == 429) {
      var after = Duration.ofSeconds(Math.max(1, parameters.path("retry_after").asLong(1)));
      return new Attempt(Outcome.NOT_DONE, new BotReply.Failed(reason), after);
    }
    if (status == 403) {
      return Attempt.answered(new BotReply.Blocked());
    }
    return status >= 500
        ? Attempt.failed(Outcome.UNKNOWN, reason)
        : Attempt.answered(new BotReply.Failed(reason));
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
