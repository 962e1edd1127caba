package dev.trestle.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** Answers everything with a WebSocket, and notes what happens on each. */
final class Sockets implements Handler {
  static final SocketLimits LIMITS =
      new SocketLimits(64 * 1024, 64, 1 << 20, Duration.ofMinutes(1), Duration.ofMinutes(1));

  private final SocketLimits limits;
  private final BiConsumer<WebSocket, String> onText;

  /** Those that were opened, in their order. */
  final BlockingQueue<Opened> opened = new LinkedBlockingQueue<>();

  Sockets(SocketLimits limits, BiConsumer<WebSocket, String> onText) {
    this.limits = limits;
    this.onText = onText;
  }

  /** Sends back what comes. */
  static Sockets echo(SocketLimits limits) {
    return new Sockets(limits, (socket, text) -> socket.send(utf8(text)));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  Opened nextOpened() throws InterruptedException {
    var next = opened.poll(20, TimeUnit.SECONDS);
    if (next == null) throw new AssertionError("no socket was opened");
    return next;
  }

  @Override
  public Answer answer(Request request) {
    return new Upgrade(List.of(new Field("X-Note", "kept")), limits, new Opened());
  }

  @Override
  public Response refuse(Fault fault) {
    return new Response(400, List.of(), utf8(fault.name()));
  }

  /** One socket, as its listener sees it. */
  final class Opened implements SocketListener {
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

    /** Waits for the code it was closed with. */
    int closeCode() throws InterruptedException {
      var code = closed.poll(20, TimeUnit.SECONDS);
      if (code == null) throw new AssertionError("was not closed");
      return code;
    }
  }
}
