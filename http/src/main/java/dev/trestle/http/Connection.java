package dev.trestle.http;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * One connection, on its own virtual thread: a request is read, answered and written, then the
 * next; so requests that were sent without waiting are answered in their order.
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
    /** A streamed answer has nothing to say at the moment, or the connection is a WebSocket. */
    ONGOING,
    /** Refused, and reading on so that the other side gets to see why. */
    LINGERING
  }

  private final Connections all;
  private final Handler handler;
  private final HttpLimits limits;
  private final HelidonSocket socket;
  private final Input input;
  private final Output output;
  private final AtomicBoolean isHungUp = new AtomicBoolean();
  private final Supplier<InetAddress> peer = this::peer;
  private volatile boolean isClosing;
  private volatile Phase phase = Phase.IDLE;
  private volatile long deadline;
  private volatile Optional<StreamSink> stream = Optional.empty();
  private volatile Optional<Session> session = Optional.empty();

  Connection(Connections all, ConnectionContext context) {
    this.all = all;
    this.handler = all.handler();
    this.limits = all.limits();
    this.socket = context.serverSocket();
    this.input = new Input(socket);
    this.output = new Output(socket, all.serverAndDate());
    begin(Phase.IDLE);
  }

  @Override
  public void handle(Limit limit) throws InterruptedException {
    all.add(this);
    try {
      // Who came too late to be told is told so.
      if (all.isStopping()) isClosing = true;
      for (int served = 1; serveNext(); served++) {
        if (served % REQUESTS_IN_A_ROW_MAX == 0) letOthers();
      }
      // From here, so that nothing of the request is held on to for as long as it is open.
      if (session.isPresent()) runSession(session.get());
    } catch (UncheckedIOException _) {
      // The other side is gone, or was hung up on.
    } catch (RuntimeException bug) {
      LOG.log(Level.ERROR, "a connection ends", bug);
    } finally {
      all.remove(this);
    }
  }

  private void runSession(Session open) throws InterruptedException {
    // It may have opened while the server was told to stop.
    if (isClosing) open.close(CloseCode.GOING_AWAY, "");
    open.run();
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
    // Looked at after the phase is set: whoever stops the server closes what is idle.
    if (isClosing) return false;
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
    int bodyBytesMax = bodyBytesMax(head, framing);
    if (framing instanceof Body.Framing.Length(var bytes) && bytes > bodyBytesMax) {
      throw new FaultyRequest(Fault.BODY_TOO_LARGE);
    }
    begin(Phase.BODY);
    if (waitsToBeAsked(head)) output.goOn();
    try (var body = new Body(input, limits, bodyBytesMax, all.bodies())) {
      body.read(framing);
      begin(Phase.ANSWERING);
      var request = new Request(head, body.bytes(), body.start(), body.length(), peer);
      return switch (handler.answer(request)) {
        case Response response -> respond(head, response);
        case Streamed streamed -> {
          body.release();
          yield stream(head, streamed);
        }
        case Upgrade upgrade -> {
          body.release();
          yield open(head, upgrade);
        }
      };
    }
  }

  private int bodyBytesMax(Head head, Body.Framing framing) {
    if (framing instanceof Body.Framing.Length(var bytes) && bytes == 0) return limits.bodyBytes();
    return Math.min(limits.bodyBytes(), handler.bodyBytesMax(head.method(), head.path()));
  }

  private InetAddress peer() {
    return ((InetSocketAddress) socket.remotePeer().address()).getAddress();
  }

  private boolean respond(Head head, Response response) {
    boolean keepAlive = staysOpen(head) && !isClosing;
    begin(Phase.WRITING);
    output.write(response, keepAlive, !head.method().equals("HEAD"));
    return keepAlive;
  }

  private boolean stream(Head head, Streamed answer) throws InterruptedException {
    boolean inChunks = head.isVersion11();
    boolean keepAlive = inChunks && staysOpen(head) && !isClosing;
    begin(Phase.WRITING);
    output.writeHead(answer, keepAlive, inChunks);
    if (head.method().equals("HEAD")) return keepAlive;
    begin(Phase.ONGOING);
    var sink = new StreamSink(this, output, inChunks);
    stream = Optional.of(sink);
    if (isClosing) sink.end();
    input.watch(this::endStream);
    answer.body().writeTo(sink);
    stream = Optional.empty();
    begin(Phase.WRITING);
    if (inChunks) output.writeLastChunk();
    return keepAlive;
  }

  private void endStream() {
    stream.ifPresent(StreamSink::end);
  }

  /** A streamed answer has something to say. */
  void startsToWrite() {
    begin(Phase.WRITING);
  }

  /** A streamed answer has said it. */
  void hasWritten() {
    begin(Phase.ONGOING);
  }

  /** Makes a WebSocket of it, if that was asked for. */
  private boolean open(Head head, Upgrade upgrade) {
    var accept = Handshake.accept(head);
    if (accept.isEmpty()) return respond(head, Handshake.refusal(upgrade));
    begin(Phase.WRITING);
    output.switchProtocols(accept.get(), upgrade.fields());
    begin(Phase.ONGOING);
    session = Optional.of(new Session(socket, input, upgrade));
    return false;
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
      case ANSWERING, ONGOING -> Duration.ofDays(1);
    };
  }

  /** Closes it if it is late in what it is doing. */
  void look(long now) {
    if (session.isPresent()) {
      session.get().look(now);
      return;
    }
    var doing = phase;
    if (now - deadline > 0) hangUp(doing);
  }

  /**
   * The server stops: a request that is being answered has its answer, a stream is told to end, and
   * a WebSocket goodbye.
   */
  void stop() {
    isClosing = true;
    if (session.isPresent()) session.get().close(CloseCode.GOING_AWAY, "");
    else if (phase == Phase.IDLE) socket.close();
    else endStream();
  }

  /** Here is looked after otherwise what Helidon has its timer for. */
  @Override
  public Duration idleTime() {
    return Duration.ZERO;
  }

  @Override
  public void close(boolean now) {
    if (now) socket.close();
    else stop();
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
      new Output(socket, all.serverAndDate()).write(handler.refuse(Fault.TOO_SLOW), false, true);
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
