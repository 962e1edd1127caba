package dev.trestle.messenger.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.platform.web.Json;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A socket that does nothing on its own. Once it is open, the server has greeted it: it misses
 * nothing from then on. The handshake alone does not say that.
 */
final class RawSocket implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  final List<JsonNode> frames = new CopyOnWriteArrayList<>();
  private volatile int closeCode;
  private final WebSocket socket;
  private final boolean isReading;

  private RawSocket(URI server, String token, boolean isSubprotocol, boolean isReading) {
    this.isReading = isReading;
    var builder = HTTP.newWebSocketBuilder();
    if (isSubprotocol) {
      builder.subprotocols("messenger.v1", "bearer." + token);
    } else {
      builder.header("Authorization", "Bearer " + token);
    }
    var address = URI.create("ws://" + server.getRawAuthority() + "/v1/ws");
    socket = builder.buildAsync(address, new Ear()).join();
    if (isReading) await("connection_established");
  }

  static RawSocket open(MessengerFixture fixture, ChatUser person) {
    return new RawSocket(fixture.endpoint(), person.access, false, true);
  }

  static RawSocket open(MessengerFixture fixture, String token) {
    return new RawSocket(fixture.endpoint(), token, false, true);
  }

  static RawSocket openAsBrowser(MessengerFixture fixture, ChatUser person) {
    return new RawSocket(fixture.endpoint(), person.access, true, true);
  }

  /** One that is open and never reads. */
  static RawSocket openDeaf(MessengerFixture fixture, ChatUser person) {
    return new RawSocket(fixture.endpoint(), person.access, false, false);
  }

  /** Reads on from here. */
  void startReading() {
    socket.request(Long.MAX_VALUE);
  }

  String subprotocol() {
    return socket.getSubprotocol();
  }

  void say(String type, Map<String, ?> payload) {
    say(type, "", payload);
  }

  void say(String type, String requestId, Map<String, ?> payload) {
    var frame =
        requestId.isEmpty()
            ? Map.of("type", type, "payload", payload)
            : Map.of("type", type, "request_id", requestId, "payload", payload);
    text(new String(Json.write(frame), StandardCharsets.UTF_8));
  }

  void text(String text) {
    socket.sendText(text, true).join();
  }

  /** Sends one message in several frames, unless the server disconnects meanwhile. */
  void pieces(String text, int length) {
    try {
      for (int from = 0; from < text.length(); from += length) {
        int to = Math.min(from + length, text.length());
        socket.sendText(text.substring(from, to), to == text.length()).join();
      }
    } catch (CompletionException _) {
      // Then it is closed already.
    }
  }

  /** The first frame of this type, as soon as it is there. */
  JsonNode await(String type) {
    return await(type, 1).getFirst();
  }

  /** The payloads of the first frames of a type. */
  List<JsonNode> await(String type, int count) {
    return Await.value(
        () -> {
          var found = payloads(type);
          return found.size() < count ? Optional.empty() : Optional.of(found);
        },
        PATIENCE);
  }

  List<JsonNode> payloads(String type) {
    return frames.stream()
        .filter(frame -> frame.path("type").asText().equals(type))
        .map(frame -> frame.path("payload"))
        .toList();
  }

  int awaitClose() {
    Await.until(() -> closeCode != 0, PATIENCE);
    return closeCode;
  }

  @Override
  public void close() {
    socket.abort();
  }

  private final class Ear implements WebSocket.Listener {
    private final StringBuilder partial = new StringBuilder();

    @Override
    public void onOpen(WebSocket from) {
      if (isReading) from.request(Long.MAX_VALUE);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      partial.append(data);
      if (!last) return null;
      try {
        frames.add(Json.tree().readTree(partial.toString()));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      partial.setLength(0);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      closeCode = code;
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      closeCode = 1006;
    }
  }
}
