package dev.trestle.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Listens on a port and serves each connection on a virtual thread of its own. */
public final class HttpServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());

  private static final int BACKLOG = 4096;
  private static final Duration ACCEPT_PAUSE = Duration.ofMillis(100);
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration ABORT_GRACE = Duration.ofSeconds(1);

  private final ServerSocket listener;
  private final OpenConnections connections;
  private final ConnectionCounts counts;
  private final Optional<TlsKeys> tls;
  private final String host;
  private volatile boolean isClosing;
  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

  private HttpServer(
      ServerSocket listener,
      OpenConnections connections,
      ConnectionLimits limits,
      Optional<TlsKeys> tls,
      String host) {
    this.listener = listener;
    this.connections = connections;
    this.counts = new ConnectionCounts(limits);
    this.tls = tls;
    this.host = host;
  }

  /**
   * Starts to listen. Port 0 takes a free one.
   *
   * @throws UncheckedIOException if the port is taken, or the address is not one of this machine
   */
  public static HttpServer start(Handler handler, String host, int port, HttpLimits limits) {
    return start(handler, host, port, limits, Optional.empty());
  }

  /** The same, with TLS if there are keys for it. */
  public static HttpServer start(
      Handler handler, String host, int port, HttpLimits limits, Optional<TlsKeys> tls) {
    var server =
        new HttpServer(
            listen(host, port),
            new OpenConnections(handler, limits),
            limits.connections(),
            tls,
            host);
    server.connections.start();
    // Read from a file now, because a warning that there are no more files needs it.
    var unused = ZoneId.systemDefault();
    Thread.ofPlatform().daemon().name("http-accept").start(server::acceptUntilClosed);
    return server;
  }

  private static ServerSocket listen(String host, int port) {
    try {
      var listener = new ServerSocket();
      try {
        listener.bind(new InetSocketAddress(host, port), BACKLOG);
        return listener;
      } catch (IOException e) {
        listener.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
    }
  }

  private void acceptUntilClosed() {
    try {
      while (!listener.isClosed()) acceptNext();
      if (!isClosing) throw new IOException("the listener was closed");
    } catch (Throwable e) {
      // A server that does not listen is of no use, so whoever runs it is told.
      failure.complete(e);
      LOG.log(Level.ERROR, "stopped accepting connections", e);
    }
  }

  private void acceptNext() throws InterruptedException {
    try {
      var socket = listener.accept();
      var slot = counts.admit(socket.getInetAddress());
      if (slot.isEmpty()) refuse(socket);
      else Thread.startVirtualThread(() -> serve(socket, slot.get()));
    } catch (IOException | RuntimeException | LinkageError failed) {
      if (listener.isClosed()) return;
      // The process may have run out of files, for connections or for classes in a jar.
      // Others will give theirs back.
      Thread.sleep(ACCEPT_PAUSE);
      warn("cannot accept a connection, trying again: " + failed.getMessage());
    }
  }

  /** Logs, unless logging needs a file that cannot be opened. */
  static void warn(String message) {
    try {
      LOG.log(Level.WARNING, message);
    } catch (RuntimeException | LinkageError noFiles) {
      // Accepting connections matters more.
    }
  }

  /** A response is short enough for the system's buffer, so this does not wait. */
  private void refuse(Socket accepted) {
    try (accepted) {
      if (tls.isPresent()) return;
      connections.refuse(TcpSocket.plain(accepted));
    } catch (IOException | UncheckedIOException disconnected) {
      // Nobody is left to read it.
    }
  }

  private void serve(Socket accepted, ConnectionCounts.Slot slot) {
    try (slot;
        accepted) {
      connections.serve(secured(accepted), slot);
    } catch (IOException disconnected) {
      // The client was gone before it sent anything.
    } catch (InterruptedException aborted) {
      // The server was closed, and this connection did not end in time.
    }
  }

  private TcpSocket secured(Socket accepted) throws IOException {
    return tls.isPresent()
        ? TcpSocket.tls(accepted, tls.get().current())
        : TcpSocket.plain(accepted);
  }

  /** Closes the listener behind the server's back, as a failure of the system would. */
  void breakListener() throws IOException {
    listener.close();
  }

  /** From now on deadlines are checked as if it were this much later. */
  void checkAhead(Duration ahead) {
    connections.checkAhead(ahead);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** The address that clients connect to. */
  public URI endpoint() {
    var scheme = tls.isPresent() ? "https://" : "http://";
    return URI.create(scheme + (host.contains(":") ? "[" + host + "]" : host) + ":" + port());
  }

  /** Tells the listener if the server can no longer accept connections, also if it is so now. */
  public void onFailure(Consumer<Throwable> listener) {
    var unused = failure.thenAccept(listener);
  }

  /**
   * Stops listening, finishes requests under way, tells streams to end and closes WebSockets. What
   * is still open after a few seconds is cut off.
   */
  @Override
  public void close() {
    close(GRACE);
  }

  /** The same with another time until what is still open is cut off. */
  void close(Duration grace) {
    isClosing = true;
    try {
      listener.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot stop listening", e);
    }
    connections.stop();
    try {
      if (!counts.awaitNone(grace.toNanos())) {
        connections.abort();
        if (!counts.awaitNone(ABORT_GRACE.toNanos())) {
          LOG.log(Level.WARNING, "closed while connections were still open");
        }
      }
    } catch (InterruptedException e) {
      connections.abort();
      Thread.currentThread().interrupt();
    }
    connections.stopChecks();
  }
}
