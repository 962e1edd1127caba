package dev.trestle.http;

import io.helidon.common.socket.HelidonSocket;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open WebSocket. The thread of its connection reads, and tells the listener; what is sent goes
 * through the {@link Outbox}.
 */
final class Session implements WebSocket, FrameReader.Waiting {
  private static final System.Logger LOG = System.getLogger(Session.class.getName());
  private static final int REASON_BYTES_MAX = Frames.CONTROL_BYTES_MAX - 2;
  private static final long LINGERING_BYTES_MAX = 16 << 20;
  private static final int UNDECIDED = 0;
  private static final byte[] NOTHING = {};

  private final HelidonSocket socket;
  private final Input input;
  private final SocketLimits limits;
  private final SocketListener listener;
  private final FrameReader reader;
  private final Outbox outbox;
  private volatile boolean isSilent;
  private volatile boolean isPinged;
  private volatile long silentSince;
  private final AtomicInteger closeCode = new AtomicInteger(UNDECIDED);

  Session(HelidonSocket socket, Input input, Upgrade upgrade) {
    this.socket = socket;
    this.input = input;
    this.limits = upgrade.limits();
    this.listener = upgrade.listener();
    this.reader = new FrameReader(input, limits.messageBytes(), this);
    this.outbox = new Outbox(socket, limits);
  }

  /** Reads until either side has closed. */
  void run() throws InterruptedException {
    try {
      listener.opened(this);
      while (take(reader.next())) {}
      outbox.awaitClosed();
    } catch (FaultyFrame faulty) {
      fail(faulty.code());
    } catch (UncheckedIOException _) {
      // The other side is gone, or was hung up on.
    } catch (RuntimeException bug) {
      LOG.log(Level.ERROR, "a WebSocket ends", bug);
      fail(CloseCode.INTERNAL);
    } finally {
      outbox.abandon();
      outbox.endOfReading();
      closeCode.compareAndSet(UNDECIDED, CloseCode.GONE);
      listener.closed(closeCode.get());
    }
  }

  /** Takes what came in, and tells whether more may come. */
  private boolean take(Incoming incoming) {
    return switch (incoming) {
      case Incoming.Text(var message) -> {
        // Who was told goodbye is not listened to any more.
        if (outbox.isOpen()) listener.text(message);
        yield true;
      }
      case Incoming.Ping(var payload) -> {
        outbox.pong(payload);
        yield true;
      }
      case Incoming.Pong() -> true;
      case Incoming.Goodbye(int code) -> {
        closeCode.compareAndSet(UNDECIDED, code);
        outbox.close(code == CloseCode.NONE ? NOTHING : payload(code, ""), true);
        yield false;
      }
      case Incoming.Gone() -> {
        outbox.abandon();
        yield false;
      }
    };
  }

  /** Says why, then reads on for a while: to close at once could take back what was said. */
  private void fail(int code) {
    closeCode.compareAndSet(UNDECIDED, code);
    outbox.close(payload(code, ""), false);
    long lingered = 0;
    try {
      input.take(input.available());
      while (lingered < LINGERING_BYTES_MAX && input.more()) {
        lingered += input.available();
        input.take(input.available());
      }
    } catch (UncheckedIOException _) {
      // It was hung up on.
    }
  }

  @Override
  public boolean send(byte[] utf8) {
    return outbox.add(utf8);
  }

  @Override
  public void close(int code, String reason) {
    var payload = payload(code, reason);
    closeCode.compareAndSet(UNDECIDED, code);
    outbox.close(payload, true);
  }

  @Override
  public void dismiss(byte[] lastWords, int code, String reason) {
    var payload = payload(code, reason);
    closeCode.compareAndSet(UNDECIDED, code);
    outbox.dismiss(lastWords, payload);
  }

  @Override
  public boolean isOpen() {
    return outbox.isOpen();
  }

  private static byte[] payload(int code, String reason) {
    var text = reason.getBytes(StandardCharsets.UTF_8);
    if (!CloseCode.maySend(code)) throw new IllegalArgumentException("no code to send: " + code);
    if (text.length > REASON_BYTES_MAX) throw new IllegalArgumentException("a reason too long");
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

  /** Pings who is silent, and leaves who stays so or does not receive what is sent. */
  void look(long now) {
    long patience = limits.silence().toNanos();
    long silence = isSilent ? now - silentSince : 0;
    if (outbox.isLate(now) || silence > patience) {
      socket.close();
    } else if (silence > patience / 2 && !isPinged) {
      isPinged = true;
      outbox.ping();
    }
  }
}
