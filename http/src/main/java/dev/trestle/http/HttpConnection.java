package dev.trestle.http;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One connection, on a virtual thread of its own. It reads a request, handles it and writes the
 * response before it reads the next, so pipelined requests are answered in order.
 */
final class HttpConnection {
  private static final System.Logger LOG = System.getLogger(HttpConnection.class.getName());
  private static final BodyReader.Framing NO_BODY = new BodyReader.Framing.Length(0);
  private static final int REQUESTS_IN_A_ROW_MAX = 8;
  private static final long LINGERING_BYTES_MAX = 64 << 20;

  /** How long a client may take to read that it was too slow. */
  private static final Duration REJECTION_TIME = Duration.ofSeconds(1);

  /** What the connection is doing, which decides its deadline. */
  private enum Phase {
    /** Nothing was received yet. */
    NEW,
    IDLE,
    HEAD,
    BODY,
    HANDLING,
    WRITING,
    /** A streamed response is between two writes, or the connection is a WebSocket. */
    ONGOING,
    /** An error was sent; reading on, so that the client gets to see it. */
    LINGERING
  }

  private final OpenConnections all;
  private final Handler handler;
  private final HttpLimits limits;
  private final TcpSocket socket;
  private final ConnectionCounts.Slot slot;
  private final SocketInput input;
  private final ResponseWriter output;
  private final Thread thread = Thread.currentThread();
  private final AtomicBoolean isTimedOut = new AtomicBoolean();
  private volatile boolean isStopping;
  private volatile Phase phase = Phase.NEW;
  private volatile long deadline;
  private volatile Optional<StreamSink> stream = Optional.empty();
  private volatile Optional<WebSocketConnection> webSocket = Optional.empty();

  /** Created on the thread that will {@link #run} it. */
  HttpConnection(OpenConnections all, TcpSocket socket, ConnectionCounts.Slot slot) {
    this.all = all;
    this.handler = all.handler();
    this.limits = all.limits();
    this.socket = socket;
    this.slot = slot;
    this.input = new SocketInput(socket);
    this.output = new ResponseWriter(socket, all.serverAndDate());
    enter(Phase.NEW);
  }

  /** Serves requests until either side closes. */
  void run() throws InterruptedException {
    try {
      for (int served = 1; serveNext(); served++) {
        if (served % REQUESTS_IN_A_ROW_MAX == 0) input.letOthersRun();
        enter(Phase.IDLE);
      }
      // Not called from further inside, where an open WebSocket would keep its request in memory.
      if (webSocket.isPresent()) runWebSocket(webSocket.get());
    } catch (UncheckedIOException disconnected) {
      // The client disconnected, or a deadline closed the socket.
    } catch (RuntimeException bug) {
      LOG.log(Level.ERROR, "closing a connection", bug);
    }
  }

  private void runWebSocket(WebSocketConnection open) throws InterruptedException {
    // The server may have been stopped while it was opened.
    if (isStopping) open.close(CloseCode.GOING_AWAY, "");
    open.run();
  }

  /** Serves one request and returns whether another may follow. */
  private boolean serveNext() throws InterruptedException {
    input.release();
    // Read after the phase was set: stop() closes idle connections.
    if (isStopping) return false;
    if (input.available() == 0 && !input.more()) return false;
    try {
      enter(Phase.HEAD);
      int length = headLength();
      var head = new RequestHead(input.bytes(), input.start(), input.start() + length);
      if (head.lineBytes() > limits.lineBytes() || head.headerBytes() > limits.headerBytes()) {
        throw new BadRequestException(RequestError.HEAD_TOO_LARGE);
      }
      input.take(length);
      return serve(head);
    } catch (BadRequestException bad) {
      reject(bad.error());
      return false;
    } catch (UnreadableBodyException bad) {
      reject(bad.error());
      return false;
    }
  }

  private boolean serve(RequestHead head) throws BadRequestException, InterruptedException {
    var framing = BodyReader.framing(head);
    var route = handler.route(head);
    int bodyBytesMax = Math.min(limits.bodyBytes(), route.bodyBytesMax());
    if (framing instanceof BodyReader.Framing.Length length && length.bytes() > bodyBytesMax) {
      throw new BadRequestException(RequestError.BODY_TOO_LARGE);
    }
    boolean isCompressed = handler.decompressesBodies() && head.find("content-encoding", 0) >= 0;
    var reader = new BodyReader(input, limits, bodyBytesMax, all.bodyRoom(), isCompressed);
    try (var body = new RequestBody(head, framing, reader)) {
      // A short one has usually arrived with the head. One that will be long once it is
      // decompressed takes room, which only a handler gives away.
      if (!isCompressed && framing.bytesMax(bodyBytesMax) <= BodyRoom.SMALL_BYTES) body.read();
      enter(Phase.HANDLING);
      return switch (route.handle(new Request(head, body))) {
        case FullResponse full -> respond(head, full, body.isRead);
        case StreamedResponse streamed -> {
          body.release();
          yield stream(head, streamed) && body.isRead;
        }
        case WebSocketUpgrade upgrade -> {
          body.release();
          yield upgrade(head, upgrade, body.isRead);
        }
      };
    }
  }

  /** The body of the request under way, read when it is first asked for. */
  private final class RequestBody implements Request.Source, AutoCloseable {
    private final RequestHead head;
    private final BodyReader.Framing framing;
    private final BodyReader reader;
    private boolean isRead;

    RequestBody(RequestHead head, BodyReader.Framing framing, BodyReader reader) {
      this.head = head;
      this.framing = framing;
      this.reader = reader;
      this.isRead = framing.equals(NO_BODY);
    }

    void read() throws BadRequestException, InterruptedException {
      if (isRead) return;
      enter(Phase.BODY);
      if (waitsForContinue(head)) output.writeContinue();
      reader.read(framing);
      isRead = true;
    }

    @Override
    public BodyReader body() {
      if (isRead) return reader;
      try {
        read();
        enter(Phase.HANDLING);
        return reader;
      } catch (BadRequestException bad) {
        throw new UnreadableBodyException(bad.error());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UnreadableBodyException(RequestError.CUT_OFF);
      }
    }

    @Override
    public boolean hasBody() {
      return !framing.equals(NO_BODY);
    }

    @Override
    public InetAddress peer() {
      return socket.peer();
    }

    @Override
    public void authenticated() {
      slot.authenticated();
    }

    void release() {
      reader.release();
    }

    @Override
    public void close() {
      reader.close();
    }
  }

  private boolean respond(RequestHead head, FullResponse response, boolean isBodyRead) {
    boolean keepAlive = isKeepAlive(head) && !isStopping && isBodyRead;
    enter(Phase.WRITING);
    output.write(response, keepAlive, !head.method().equals("HEAD"));
    if (!isBodyRead) linger();
    return keepAlive;
  }

  private boolean stream(RequestHead head, StreamedResponse response) throws InterruptedException {
    boolean inChunks = head.isVersion11();
    boolean keepAlive = inChunks && isKeepAlive(head) && !isStopping;
    enter(Phase.WRITING);
    output.writeHead(response, keepAlive, inChunks);
    if (head.method().equals("HEAD")) return keepAlive;
    enter(Phase.ONGOING);
    var sink = new StreamSink(this, output, inChunks);
    stream = Optional.of(sink);
    if (isStopping) sink.end();
    input.readAhead(this::endStream);
    response.body().writeTo(sink);
    stream = Optional.empty();
    enter(Phase.WRITING);
    if (inChunks) output.writeLastChunk();
    return keepAlive;
  }

  private void endStream() {
    stream.ifPresent(StreamSink::end);
  }

  /** A streamed response starts to write. */
  void startWriting() {
    enter(Phase.WRITING);
  }

  /** A streamed response has written what it had. */
  void endWriting() {
    enter(Phase.ONGOING);
  }

  /** A body that nobody read must be neither the next request nor the first frame. */
  private boolean upgrade(RequestHead head, WebSocketUpgrade upgrade, boolean isBodyRead) {
    var accept = WebSocketHandshake.accept(head);
    if (accept.isEmpty() || !isBodyRead) {
      return respond(head, WebSocketHandshake.upgradeRequired(upgrade), isBodyRead);
    }
    enter(Phase.WRITING);
    output.switchProtocols(accept.get(), upgrade.headers());
    enter(Phase.ONGOING);
    webSocket = Optional.of(new WebSocketConnection(socket, input, upgrade));
    return false;
  }

  private boolean waitsForContinue(RequestHead head) {
    return input.available() == 0
        && head.isVersion11()
        && head.header("expect").map(v -> v.equalsIgnoreCase("100-continue")).orElse(false);
  }

  private static boolean isKeepAlive(RequestHead head) {
    if (head.hasToken("connection", "close")) return false;
    return head.isVersion11() || head.hasToken("connection", "keep-alive");
  }

  /** Finds the empty line that ends the head, however the head was split into packets. */
  private int headLength() throws BadRequestException {
    int searched = 0;
    while (true) {
      var bytes = input.bytes();
      int start = input.start();
      int available = input.available();
      for (int i = searched; i + 3 < available; i++) {
        if (bytes[start + i + 3] == '\n'
            && bytes[start + i] == '\r'
            && bytes[start + i + 1] == '\n'
            && bytes[start + i + 2] == '\r') {
          return i + 4;
        }
      }
      if (available > limits.headBytes()) {
        throw new BadRequestException(RequestError.HEAD_TOO_LARGE);
      }
      searched = Math.max(0, available - 3);
      if (!input.more()) throw new BadRequestException(RequestError.CUT_OFF);
    }
  }

  private void reject(RequestError error) {
    // A request that timed out was rejected by the thread that noticed it.
    if (isTimedOut.getAndSet(true)) return;
    enter(Phase.WRITING);
    output.write(handler.errorResponse(error), false, true);
    linger();
  }

  /** Closing while the client still sends would reset the connection before it reads the error. */
  private void linger() {
    enter(Phase.LINGERING);
    long lingered = 0;
    input.take(input.available());
    while (lingered < LINGERING_BYTES_MAX) {
      input.release();
      if (!input.more()) return;
      lingered += input.available();
      input.take(input.available());
    }
  }

  private void enter(Phase next) {
    deadline = System.nanoTime() + timeout(next).toNanos();
    phase = next;
  }

  private Duration timeout(Phase of) {
    return switch (of) {
      case IDLE -> limits.idle();
      case NEW, HEAD, LINGERING -> limits.head();
      case BODY -> limits.body();
      case WRITING -> limits.write();
      case HANDLING, ONGOING -> Duration.ofDays(1);
    };
  }

  /** Closes the connection if it is past its deadline. */
  void checkDeadline(long now) {
    if (webSocket.isPresent()) {
      webSocket.get().checkDeadline(now);
      return;
    }
    var current = phase;
    if (now - deadline > 0) timeOut(current);
  }

  /** Lets a request under way finish, tells a stream to end, and closes a WebSocket. */
  void stop() {
    isStopping = true;
    if (webSocket.isPresent()) webSocket.get().close(CloseCode.GOING_AWAY, "");
    else if (phase == Phase.IDLE || phase == Phase.NEW) socket.close();
    else endStream();
  }

  /** Closes the connection, whatever it is doing. */
  void abort() {
    socket.close();
    thread.interrupt();
  }

  private void timeOut(Phase current) {
    boolean isFirst = !isTimedOut.getAndSet(true);
    if (isFirst && (current == Phase.HEAD || current == Phase.BODY)) {
      // On its own thread: if the client does not read this either, a later check closes.
      deadline = System.nanoTime() + REJECTION_TIME.toNanos();
      Thread.startVirtualThread(this::rejectAsTooSlow);
    } else {
      socket.close();
    }
  }

  private void rejectAsTooSlow() {
    try {
      new ResponseWriter(socket, all.serverAndDate())
          .write(handler.errorResponse(RequestError.TOO_SLOW), false, true);
    } catch (UncheckedIOException disconnected) {
      // Nobody is left to read it.
    }
    socket.close();
  }
}
