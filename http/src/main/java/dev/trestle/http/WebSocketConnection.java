package dev.trestle.http;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The server's end of a WebSocket. The thread of its connection reads and calls the listener; what
 * is sent goes through a {@link SendQueue}.
 */
final class WebSocketConnection implements WebSocket, FrameReader.Waiting {
  private static final System.Logger LOG = System.getLogger(WebSocketConnection.class.getName());
  private static final int REASON_BYTES_MAX = FrameFormat.CONTROL_BYTES_MAX - 2;
  private static final long LINGERING_BYTES_MAX = 16 << 20;
  private static final int MESSAGES_IN_A_ROW_MAX = 4;
  private static final int UNDECIDED = 0;
  private static final byte[] EMPTY = {};

  private final TcpSocket socket;
  private final SocketInput input;
  private final WebSocketLimits limits;
  private final WebSocketListener listener;
  private final FrameReader reader;
  private final SendQueue queue;
  private volatile boolean isSilent;
  private volatile boolean isPinged;
  private volatile long silentSince;
  private final AtomicInteger closeCode = new AtomicInteger(UNDECIDED);

  WebSocketConnection(TcpSocket socket, SocketInput input, WebSocketUpgrade upgrade) {
    this.socket = socket;
    this.input = input;
    input.expectMessages();
    this.limits = upgrade.limits();
    this.listener = upgrade.listener();
    this.reader = new FrameReader(input, limits.messageBytes(), this);
    this.queue = new SendQueue(socket, limits);
  }

  /** Reads until either side closes. */
  void run() throws InterruptedException {
    try {
      listener.opened(this);
      for (int read = 1; take(reader.next()); read++) {
        if (read % MESSAGES_IN_A_ROW_MAX == 0) input.letOthersRun();
      }
      queue.awaitClosed();
    } catch (BadFrameException bad) {
      fail(bad.closeCode());
    } catch (UncheckedIOException disconnected) {
      // The client disconnected, or a deadline closed the socket.
    } catch (RuntimeException bug) {
      LOG.log(Level.ERROR, "closing a WebSocket", bug);
      fail(CloseCode.INTERNAL);
    } finally {
      queue.abandon();
      queue.readingEnded();
      closeCode.compareAndSet(UNDECIDED, CloseCode.GONE);
      listener.closed(closeCode.get());
    }
  }

  /** Handles a message and returns whether to read on. */
  private boolean take(IncomingMessage incoming) {
    return switch (incoming) {
      case IncomingMessage.Text(var message) -> {
        // Messages that arrive while the server closes are ignored.
        if (queue.isOpen()) listener.text(message);
        yield true;
      }
      case IncomingMessage.Ping(var payload) -> {
        queue.pong(payload);
        yield true;
      }
      case IncomingMessage.Pong() -> true;
      case IncomingMessage.Close(int code) -> {
        closeCode.compareAndSet(UNDECIDED, code);
        queue.close(code == CloseCode.NONE ? EMPTY : payload(code, ""), true);
        yield false;
      }
      case IncomingMessage.Disconnect() -> {
        queue.abandon();
        yield false;
      }
    };
  }

  /**
   * Sends the code, then reads on: closing at once could reset the connection before it is read.
   */
  private void fail(int code) {
    closeCode.compareAndSet(UNDECIDED, code);
    queue.close(payload(code, ""), false);
    long lingered = 0;
    try {
      input.take(input.available());
      while (lingered < LINGERING_BYTES_MAX) {
        input.release();
        if (!input.more()) break;
        lingered += input.available();
        input.take(input.available());
      }
    } catch (UncheckedIOException disconnected) {
      // The client has seen the close frame.
    }
  }

  @Override
  public boolean send(byte[] utf8) {
    return queue.add(utf8);
  }

  @Override
  public boolean sendWhenRoom(byte[] utf8) {
    return queue.addWhenRoom(utf8);
  }

  @Override
  public void close(int code, String reason) {
    var payload = payload(code, reason);
    closeCode.compareAndSet(UNDECIDED, code);
    queue.close(payload, true);
  }

  @Override
  public void dismiss(byte[] lastMessage, int code, String reason) {
    var payload = payload(code, reason);
    closeCode.compareAndSet(UNDECIDED, code);
    queue.dismiss(lastMessage, payload);
  }

  @Override
  public boolean isOpen() {
    return queue.isOpen();
  }

  private static byte[] payload(int code, String reason) {
    var text = reason.getBytes(StandardCharsets.UTF_8);
    if (!CloseCode.maySend(code))
      throw new IllegalArgumentException("a code that cannot be sent: " + code);
    if (text.length > REASON_BYTES_MAX)
      throw new IllegalArgumentException("the reason is too long");
    var payload = new byte[2 + text.length];
    payload[0] = (byte) (code >> 8);
    payload[1] = (byte) code;
    System.arraycopy(text, 0, payload, 2, text.length);
    return payload;
  }

  @Override
  public void starts() {
    silentSince = System.nanoTime();
    isPinged = false;
    isSilent = true;
  }

  @Override
  public void ends() {
    isSilent = false;
  }

  /** Pings a silent client; closes if it stays silent or does not receive what is sent. */
  void checkDeadline(long now) {
    long patience = limits.silence().toNanos();
    long silence = isSilent ? now - silentSince : 0;
    if (queue.isLate(now) || silence > patience) {
      socket.close();
    } else if (silence > patience / 2 && !isPinged) {
      isPinged = true;
      queue.ping();
    }
  }
}
