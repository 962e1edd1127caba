package dev.trestle.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open connections of one server. A thread checks regularly whether one of them is past its
 * deadline, so no read or write needs a timeout of its own.
 */
final class OpenConnections {
  private final Handler handler;
  private final HttpLimits limits;
  private final BodyRoom bodyRoom;
  private final byte[] serverAndDate;
  private final Set<HttpConnection> open = ConcurrentHashMap.newKeySet();
  private final Thread checks;
  private volatile boolean isStopping;
  private volatile long aheadNanos;

  OpenConnections(Handler handler, HttpLimits limits) {
    this.handler = handler;
    this.limits = limits;
    this.bodyRoom = new BodyRoom(limits.bodyBytes());
    this.serverAndDate = ResponseWriter.serverAndDate(handler.serverName());
    this.checks = Thread.ofVirtual().name("http-deadlines").unstarted(this::checkDeadlines);
  }

  void start() {
    checks.start();
  }

  /** Serves a connection until it ends. */
  void serve(TcpSocket socket, ConnectionCounts.Slot slot) throws InterruptedException {
    var connection = new HttpConnection(this, socket, slot);
    open.add(connection);
    try {
      // It may have been accepted after all others were told to stop.
      if (isStopping) connection.stop();
      connection.run();
      socket.finish();
    } finally {
      open.remove(connection);
    }
  }

  /** Tells a client that too many connections are open. */
  void refuse(TcpSocket socket) {
    new ResponseWriter(socket, serverAndDate)
        .write(handler.errorResponse(RequestError.TOO_MANY_CONNECTIONS), false, true);
  }

  /** Asks all connections to end, and those that are opened from now on. */
  void stop() {
    isStopping = true;
    open.forEach(HttpConnection::stop);
  }

  /** Closes what is still open. */
  void abort() {
    open.forEach(HttpConnection::abort);
  }

  void checkAhead(Duration ahead) {
    aheadNanos = ahead.toNanos();
  }

  void stopChecks() {
    checks.interrupt();
  }

  Handler handler() {
    return handler;
  }

  HttpLimits limits() {
    return limits;
  }

  BodyRoom bodyRoom() {
    return bodyRoom;
  }

  byte[] serverAndDate() {
    return serverAndDate;
  }

  private void checkDeadlines() {
    try {
      while (true) {
        Thread.sleep(limits.checkInterval());
        long now = System.nanoTime() + aheadNanos;
        for (var connection : open) checkDeadline(connection, now);
      }
    } catch (InterruptedException closed) {
      // The server is closed.
    }
  }

  private static void checkDeadline(HttpConnection connection, long now) {
    try {
      connection.checkDeadline(now);
    } catch (RuntimeException | Error e) {
      // Without files, classes cannot be loaded. The others still have deadlines.
      HttpServer.warn("cannot close a connection that is past its deadline: " + e.getMessage());
      if (e instanceof VirtualMachineError) handOver(e);
    }
  }

  /** The process decides whether it goes on after such an error; if it does, so does this. */
  private static void handOver(Throwable thrown) {
    var thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
  }
}
