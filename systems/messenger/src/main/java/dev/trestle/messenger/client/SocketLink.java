package dev.trestle.messenger.client;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.platform.web.Json;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One WebSocket connection of a {@link LiveClient}. */
final class SocketLink {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);
  private static final long HEARTBEAT_SECONDS = 30;

  private final BiConsumer<SocketLink, String> frames;
  private final Consumer<SocketLink> lost;

  /** Frames are held back until the client is ready for them. */
  private final CountDownLatch isReady = new CountDownLatch(1);

  private final StringBuilder partial = new StringBuilder();
  private volatile @Nullable WebSocket socket;

  /** The last send: frames go out one after another. Guarded by this object. */
  private CompletableFuture<?> lastSend = CompletableFuture.completedFuture(null);

  private boolean isEnded;

  private SocketLink(BiConsumer<SocketLink, String> frames, Consumer<SocketLink> lost) {
    this.frames = frames;
    this.lost = lost;
  }

  static CompletableFuture<SocketLink> open(
      SignedInClient client,
      String token,
      BiConsumer<SocketLink, String> frames,
      Consumer<SocketLink> lost) {
    var link = new SocketLink(frames, lost);
    var scheme = client.server().getScheme().equals("https") ? "wss" : "ws";
    var server = client.server();
    var address = URI.create(scheme + "://" + server.getRawAuthority() + "/v1/ws");
    return client
        .http()
        .newWebSocketBuilder()
        .connectTimeout(CONNECT_TIMEOUT)
        .header("Authorization", "Bearer " + token)
        .buildAsync(address, link.new Receiver())
        .thenApply(opened -> {
          link.socket = opened;
          return link;
        });
  }

  /** Starts passing frames on. */
  void listen() {
    isReady.countDown();
    heartbeat();
  }

  private void heartbeat() {
    CompletableFuture.delayedExecutor(HEARTBEAT_SECONDS, TimeUnit.SECONDS)
        .execute(() -> {
          if (isEnded()) return;
          send("heartbeat", "", Map.of());
          heartbeat();
        });
  }

  private synchronized boolean isEnded() {
    return isEnded;
  }

  synchronized void send(String type, String requestId, Map<String, Object> payload) {
    var open = socket;
    if (open == null || isEnded) return;
    var frame = new HashMap<String, Object>();
    frame.put("type", type);
    frame.put("payload", payload);
    if (!requestId.isEmpty()) frame.put("request_id", requestId);
    var text = new String(Json.write(frame), StandardCharsets.UTF_8);
    lastSend =
        lastSend
            .handle((_, _) -> open)
            .thenCompose(to -> to.sendText(text, true))
            .whenComplete((_, failure) -> {
              if (failure != null) end();
            });
  }

  void abort() {
    var open = socket;
    if (open != null) open.abort();
    end();
  }

  synchronized void close() {
    var open = socket;
    if (open == null) return;
    lastSend = lastSend.handle((_, _) -> open).thenCompose(to -> to.sendClose(1000, ""));
  }

  private void end() {
    synchronized (this) {
      if (isEnded) return;
      isEnded = true;
    }
    // On another thread, since this one may hold the client's lock.
    Thread.startVirtualThread(() -> lost.accept(this));
  }

  private final class Receiver implements WebSocket.Listener {
    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      partial.append(data);
      if (last) {
        var text = partial.toString();
        partial.setLength(0);
        // The next frame is requested when this one is handled, which keeps the order.
        Thread.startVirtualThread(() -> {
          try {
            isReady.await();
            frames.accept(SocketLink.this, text);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (RuntimeException e) {
            // A call that this frame needed failed: start again with a new connection.
            abort();
          } finally {
            from.request(1);
          }
        });
      } else {
        from.request(1);
      }
      return null;
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
  }
}
