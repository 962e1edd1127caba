package dev.trestle.messenger.trial;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One socket of a device. Matches responses to requests, and passes other frames on. */
final class DeviceSocket implements WebSocket.Listener {
  private static final Duration CONNECT = Duration.ofSeconds(3);

  /** Receives the frames that are not responses. */
  interface Owner {
    void pushed(DeviceSocket line, JsonNode payload);

    void closed(DeviceSocket line);
  }

  private final String id;
  private final Owner owner;
  private final StringBuilder begun = new StringBuilder();
  private final Map<String, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final AtomicLong requests = new AtomicLong();
  private volatile @Nullable WebSocket socket;
  private volatile boolean isOver;
  private volatile boolean isAbandoned;

  private DeviceSocket(String id, Owner owner) {
    this.id = id;
    this.owner = owner;
  }

  /** A new line, if the server takes it. */
  static Optional<DeviceSocket> open(
      HttpClient http, URI server, String token, String id, Owner owner) {
    var line = new DeviceSocket(id, owner);
    try {
      line.socket =
          http.newWebSocketBuilder()
              .header("Authorization", "Bearer " + token)
              .connectTimeout(CONNECT)
              .buildAsync(URI.create("ws://127.0.0.1:" + server.getPort() + "/v1/ws"), line)
              .orTimeout(CONNECT.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
              .join();
      return line.isOver ? Optional.empty() : Optional.of(line);
    } catch (CompletionException _) {
      line.isAbandoned = true;
      return Optional.empty();
    }
  }

  String id() {
    return id;
  }

  boolean isOpen() {
    return !isOver && !isAbandoned;
  }

  /** Sends a request. The response fails if the socket is closed first. */
  CompletableFuture<JsonNode> ask(String type, Map<String, ?> payload) {
    var request = "r" + requests.incrementAndGet();
    var answer = new CompletableFuture<JsonNode>();
    waiting.put(request, answer);
    tell(Map.of("type", type, "request_id", request, "payload", payload));
    if (isOver) end();
    return answer;
  }

  void say(String type, Map<String, ?> payload) {
    tell(Map.of("type", type, "payload", payload));
  }

  private void tell(Map<String, ?> frame) {
    var open = socket;
    if (open == null) return;
    try {
      // One at a time: the next waits until this one is written.
      synchronized (begun) {
        open.sendText(new String(Json.write(frame), StandardCharsets.UTF_8), true)
            .orTimeout(CONNECT.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
            .join();
      }
    } catch (CompletionException | IllegalStateException _) {
      end();
    }
  }

  /** Stops reading without telling the server. */
  void abandon() {
    isAbandoned = true;
    fail();
  }

  void cut() {
    var open = socket;
    if (open != null) open.abort();
    end();
  }

  @Override
  public void onOpen(WebSocket opened) {
    opened.request(1);
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    if (isAbandoned) return null;
    begun.append(data);
    if (last) {
      var text = begun.toString();
      begun.setLength(0);
      frame(text);
    }
    from.request(1);
    return null;
  }

  private void frame(String text) {
    try {
      var frame = Json.tree().readTree(text);
      var answered = Optional.ofNullable(waiting.remove(frame.path("request_id").asText()));
      answered.ifPresent(answer -> answer.complete(frame));
      if (frame.path("type").asText().equals("message")) {
        owner.pushed(this, frame.path("payload"));
      }
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    end();
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    end();
  }

  private void end() {
    if (!isOver) {
      isOver = true;
      if (!isAbandoned) owner.closed(this);
    }
    fail();
  }

  private void fail() {
    var open = new HashMap<>(waiting);
    waiting.clear();
    open.values().forEach(answer -> answer.completeExceptionally(new CancellationByFault()));
  }

  /** The socket was closed before the response arrived. */
  static final class CancellationByFault extends RuntimeException {
    CancellationByFault() {
      super("the line ended", null, false, false);
    }
  }
}
