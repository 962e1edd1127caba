package dev.trestle.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** Accepts every request as a WebSocket and records what happens on each. */
final class Sockets implements Handler {
  static final WebSocketLimits LIMITS =
      new WebSocketLimits(64 * 1024, 64, 1 << 20, Duration.ofMinutes(1), Duration.ofMinutes(1));

  private final WebSocketLimits limits;
  private final BiConsumer<WebSocket, String> onText;

  /** The opened sockets, in order. */
  final BlockingQueue<Opened> opened = new LinkedBlockingQueue<>();

  Sockets(WebSocketLimits limits, BiConsumer<WebSocket, String> onText) {
    this.limits = limits;
    this.onText = onText;
  }

  /** Echoes messages. */
  static Sockets echo(WebSocketLimits limits) {
    return new Sockets(limits, (socket, text) -> socket.send(utf8(text)));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  Opened nextOpened() throws InterruptedException {
    var next = opened.poll(60, TimeUnit.SECONDS);
    if (next == null) throw new AssertionError("no socket was opened");
    return next;
  }

  @Override
  public Route route(RequestHead head) {
    return request ->
        new WebSocketUpgrade(List.of(new Header("X-Note", "kept")), limits, new Opened());
  }

  @Override
  public FullResponse errorResponse(RequestError fault) {
    return new FullResponse(400, List.of(), utf8(fault.name()));
  }

  /** One socket, as its listener sees it. */
  final class Opened implements WebSocketListener {
    final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
    final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    final BlockingQueue<Integer> closed = new LinkedBlockingQueue<>();

    @Override
    public void opened(WebSocket newSocket) {
      socket.complete(newSocket);
      opened.add(this);
    }

    @Override
    public void text(String message) {
      texts.add(message);
      onText.accept(socket.join(), message);
    }

    @Override
    public void closed(int code) {
      closed.add(code);
    }

    /** Waits for the close code. */
    int closeCode() throws InterruptedException {
      var code = closed.poll(60, TimeUnit.SECONDS);
      if (code == null) throw new AssertionError("was not closed");
      return code;
    }
  }
}
