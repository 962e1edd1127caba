package dev.trestle.http;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One connection, on its own virtual thread: a request is read, answered and written, then the
 * next; so requests that were sent without waiting are answered in their order.
 *
 * <p>Its clock is Helidon's timer for idle connections. It asks every connection how long it is
 * overdue in whatever it is doing, and closes those that are; no read needs a timeout of its own.
 */
final class Connection implements ServerConnection, InterruptableTask<Void> {
  private static final System.Logger LOG = System.getLogger(Connection.class.getName());
  private static final int REQUESTS_IN_A_ROW_MAX = 8;
  private static final long LINGERING_BYTES_MAX = 64 << 20;

  /** What a connection is doing, as far as time matters. */
  private enum Phase {
    IDLE,
    HEAD,
    BODY,
    ANSWERING,
    WRITING,
    /** Refused, and reading on so that the other side gets to see why. */
    LINGERING
  }

  private final Handler handler;
  private final HttpLimits limits;
  private final Bodies bodies;
  private final HelidonSocket socket;
  private final Input input;
  private final Output output;
  private final AtomicBoolean isHungUp = new AtomicBoolean();
  private volatile boolean isClosing;
  private volatile Phase phase = Phase.IDLE;
  private volatile long deadline;

  Connection(Handler handler, HttpLimits limits, Bodies bodies, ConnectionContext context) {
    this.handler = handler;
    this.limits = limits;
    this.bodies = bodies;
    this.socket = context.serverSocket();
    this.input = new Input(socket);
    this.output = new Output(socket);
    begin(Phase.IDLE);
  }

  @Override
  public void handle(Limit limit) throws InterruptedException {
    try {
      for (int served = 1; !isClosing && serveNext(); served++) {
        if (served % REQUESTS_IN_A_ROW_MAX == 0) letOthers();
      }
    } catch (UncheckedIOException _) {
      // The other side is gone, or was hung up on.
    } catch (RuntimeException bug) {
      LOG.log(Level.ERROR, "a connection ends", bug);
    }
  }

  /**
   * A client that is quick enough always has its next request there: its connection would never
   * wait, and so never leave the processor to those that do.
   */
  @SuppressWarnings("ThreadPriorityCheck") // virtual threads are not taken off by themselves
  private static void letOthers() {
    Thread.yield();
  }

  /** Serves one request, and tells whether another may follow. */
  private boolean serveNext() throws InterruptedException {
    input.release();
    begin(Phase.IDLE);
    if (input.available() == 0 && !input.more()) return false;
    try {
      begin(Phase.HEAD);
      int length = headLength();
      var head = new Head(input.bytes(), input.start(), input.start() + length);
      input.take(length);
      return serve(head);
    } catch (FaultyRequest refused) {
      refuse(refused.fault());
      return false;
    }
  }

  private boolean serve(Head head) throws FaultyRequest, InterruptedException {
    var framing = Body.framing(head);
    if (framing instanceof Body.Framing.Length(var bytes) && bytes > limits.bodyBytes()) {
      throw new FaultyRequest(Fault.BODY_TOO_LARGE);
    }
    begin(Phase.BODY);
    if (waitsToBeAsked(head)) output.goOn();
    try (var body = new Body(input, limits, bodies)) {
      body.read(framing);
      begin(Phase.ANSWERING);
      var request = new Request(head, body.bytes(), body.start(), body.length());
      return switch (handler.answer(request)) {
        case Response response -> {
          boolean keepAlive = staysOpen(head) && !isClosing;
          begin(Phase.WRITING);
          output.write(response, keepAlive, !request.method().equals("HEAD"));
          yield keepAlive;
        }
        case Streamed _, Upgrade _ -> throw new UnsupportedOperationException();
      };
    }
  }

  private boolean waitsToBeAsked(Head head) {
    return input.available() == 0
        && head.isVersion11()
        && head.value("expect").map(v -> v.equalsIgnoreCase("100-continue")).orElse(false);
  }

  private static boolean staysOpen(Head head) {
    int field = head.find("connection", 0);
    if (field < 0) return head.isVersion11();
    var value = head.value(field);
    if (value.equalsIgnoreCase("keep-alive")) return true;
    for (var option : value.split(",", -1)) {
      if (option.strip().equalsIgnoreCase("close")) return false;
    }
    return head.isVersion11();
  }

  /** Finds the empty line that ends the head, wherever pieces of it were cut. */
  private int headLength() throws FaultyRequest {
    int seen = 0;
    while (true) {
      var bytes = input.bytes();
      int start = input.start();
      int available = input.available();
      for (int i = seen; i + 3 < available; i++) {
        if (bytes[start + i + 3] == '\n'
            && bytes[start + i] == '\r'
            && bytes[start + i + 1] == '\n'
            && bytes[start + i + 2] == '\r') {
          return i + 4;
        }
      }
      if (available > limits.headBytes()) throw new FaultyRequest(Fault.HEAD_TOO_LARGE);
      seen = Math.max(0, available - 3);
      if (!input.more()) throw new FaultyRequest(Fault.CUT_OFF);
    }
  }

  private void refuse(Fault fault) {
    // Whoever is too slow was told so by the one who hung up.
    if (isHungUp.getAndSet(true)) return;
    begin(Phase.WRITING);
    output.write(handler.refuse(fault), false, true);
    begin(Phase.LINGERING);
    long lingered = 0;
    input.take(input.available());
    // Closing while bytes are on their way would take the answer back before it is read.
    while (lingered < LINGERING_BYTES_MAX && input.more()) {
      lingered += input.available();
      input.take(input.available());
    }
  }

  private void begin(Phase next) {
    deadline = System.nanoTime() + patience(next).toNanos();
    phase = next;
  }

  private Duration patience(Phase of) {
    return switch (of) {
      case IDLE -> limits.idle();
      case HEAD, LINGERING -> limits.head();
      case BODY -> limits.body();
      case WRITING -> limits.write();
      case ANSWERING -> Duration.ofDays(1);
    };
  }

  /** How long it is overdue; asked by Helidon's timer, which closes what is more than zero. */
  @Override
  public Duration idleTime() {
    return Duration.ofNanos(Math.max(0, System.nanoTime() - deadline));
  }

  /** Lets a request that is being answered have its answer, unless it is late or all must end. */
  @Override
  public void close(boolean now) {
    boolean isLate = !idleTime().isZero();
    var doing = phase;
    if (!isLate) isClosing = true;
    if (now || doing == Phase.IDLE) {
      socket.close();
    } else if (isLate) {
      hangUp(doing);
    }
  }

  private void hangUp(Phase doing) {
    boolean isFirst = !isHungUp.getAndSet(true);
    if (isFirst && (doing == Phase.HEAD || doing == Phase.BODY)) {
      // On a thread of its own: should even this not be received, the next look closes for good.
      Thread.startVirtualThread(this::tellTooSlow);
    } else {
      socket.close();
    }
  }

  private void tellTooSlow() {
    try {
      new Output(socket).write(handler.refuse(Fault.TOO_SLOW), false, true);
    } catch (UncheckedIOException _) {
      // There is nobody to tell.
    }
    socket.close();
  }

  @Override
  public boolean canInterrupt() {
    return phase == Phase.IDLE;
  }
}
