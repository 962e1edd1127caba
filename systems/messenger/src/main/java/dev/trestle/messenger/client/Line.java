package dev.trestle.messenger.client;

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

/** One connection, from its opening to its end. */
final class Line {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long HEARTBEAT_SECONDS = 30;

  private final BiConsumer<Line, String> frames;
  private final Consumer<Line> lost;

  /** Frames are held back until whoever opened the line is ready for them. */
  private final CountDownLatch isReady = new CountDownLatch(1);

  private final StringBuilder partial = new StringBuilder();
  private volatile @Nullable WebSocket socket;

  /** What was said last; one frame is sent after another. Guarded by this object. */
  private CompletableFuture<?> said = CompletableFuture.completedFuture(null);

  private boolean isOver;

  private Line(BiConsumer<Line, String> frames, Consumer<Line> lost) {
    this.frames = frames;
    this.lost = lost;
  }

  static CompletableFuture<Line> open(
      Account account, String token, BiConsumer<Line, String> frames, Consumer<Line> lost) {
    var line = new Line(frames, lost);
    var scheme = account.server().getScheme().equals("https") ? "wss" : "ws";
    var server = account.server();
    var address = URI.create(scheme + "://" + server.getRawAuthority() + "/v1/ws");
    return account
        .http()
        .newWebSocketBuilder()
        .connectTimeout(PATIENCE)
        .header("Authorization", "Bearer " + token)
        .buildAsync(address, line.new Ear())
        .thenApply(opened -> {
          line.socket = opened;
          return line;
        });
  }

  /** From now on frames are told. */
  void listen() {
    isReady.countDown();
    heartbeat();
  }

  private void heartbeat() {
    CompletableFuture.delayedExecutor(HEARTBEAT_SECONDS, TimeUnit.SECONDS)
        .execute(() -> {
          if (isOver()) return;
          say("heartbeat", "", Map.of());
          heartbeat();
        });
  }

  private synchronized boolean isOver() {
    return isOver;
  }

  synchronized void say(String type, String requestId, Map<String, Object> payload) {
    var open = socket;
    if (open == null || isOver) return;
    var frame = new HashMap<String, Object>();
    frame.put("type", type);
    frame.put("payload", payload);
    if (!requestId.isEmpty()) frame.put("request_id", requestId);
    var text = new String(Json.write(frame), StandardCharsets.UTF_8);
    said =
        said.handle((_, _) -> open)
            .thenCompose(to -> to.sendText(text, true))
            .whenComplete((_, failure) -> {
              if (failure != null) over();
            });
  }

  void abort() {
    var open = socket;
    if (open != null) open.abort();
    over();
  }

  synchronized void close() {
    var open = socket;
    if (open == null) return;
    said = said.handle((_, _) -> open).thenCompose(to -> to.sendClose(1000, ""));
  }

  private void over() {
    synchronized (this) {
      if (isOver) return;
      isOver = true;
    }
    // Not on a thread that may hold the client's lock while it waits for this one.
    Thread.startVirtualThread(() -> lost.accept(this));
  }

  private final class Ear implements WebSocket.Listener {
    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      partial.append(data);
      if (last) {
        var text = partial.toString();
        partial.setLength(0);
        // The next frame is asked for when this one is done, so order is kept.
        Thread.startVirtualThread(() -> {
          try {
            isReady.await();
            frames.accept(Line.this, text);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (RuntimeException e) {
            // A call failed that this frame needed: another line begins anew.
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
      over();
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      over();
    }
  }
}
