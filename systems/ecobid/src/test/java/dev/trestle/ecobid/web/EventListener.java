package dev.trestle.ecobid.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.platform.web.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An open page, as far as its events go. */
final class EventListener implements AutoCloseable {
  private static final Duration WAIT_MAX = Duration.ofSeconds(30);

  /** An event as it came. */
  record Event(String type, JsonNode data, String text) {}

  private final InputStream body;
  private final Thread thread;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

  /** Listens; returns once nothing is missed any more. */
  EventListener(HttpClient http, URI address, @Nullable SignedInClient who)
      throws InterruptedException {
    var request = HttpRequest.newBuilder(address);
    if (who != null) request.header("Authorization", "Bearer " + who.accessToken());
    try {
      var response = http.send(request.build(), BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        throw new IllegalStateException("refused with " + response.statusCode());
      }
      body = response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    thread = Thread.ofVirtual().start(this::read);
    next("ready");
  }

  private void read() {
    try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      var type = "";
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("event: ")) type = line.substring(7);
        if (!line.startsWith("data: ")) continue;
        var text = line.substring(6);
        events.add(new Event(type, Json.tree().readTree(text), text));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  /** The next event of this type; others are passed over. */
  Event next(String type) throws InterruptedException {
    while (true) {
      var event = next();
      if (event.type.equals(type)) return event;
    }
  }

  /** The next event with this price; what the listing of the item sends late is passed over. */
  Event nextPrice(long price) throws InterruptedException {
    while (true) {
      var event = next("price");
      if (event.data.path("price").asLong() == price) return event;
    }
  }

  Event next() throws InterruptedException {
    var event = events.poll(WAIT_MAX.toSeconds(), TimeUnit.SECONDS);
    if (event == null) throw new AssertionError("no event came");
    return event;
  }

  @Override
  public void close() throws IOException {
    body.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
