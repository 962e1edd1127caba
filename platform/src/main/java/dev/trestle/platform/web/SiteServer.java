package dev.trestle.platform.web;

import dev.trestle.http.Handler;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.HttpServer;
import dev.trestle.http.TlsKeys;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A site on a port. Closing it first closes what was added with {@link #closeBefore} (health goes
 * down, sockets are asked to reconnect), then stops listening and finishes requests under way, then
 * closes what was added with {@link #closeAfter}.
 */
public final class SiteServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SiteServer.class.getName());

  /** No route may accept a longer body. */
  public static final int BODY_BYTES_MAX = 25 << 20;

  private final HttpServer http;
  private final List<AutoCloseable> first = new ArrayList<>();
  private final List<AutoCloseable> last = new ArrayList<>();
  private boolean isClosed;

  private SiteServer(HttpServer http) {
    this.http = http;
  }

  /** Starts to listen; port 0 picks a free port. */
  public static SiteServer start(Handler site, String host, int port) {
    return start(site, host, port, HttpLimits.ofBodyBytes(BODY_BYTES_MAX));
  }

  public static SiteServer start(Handler site, String host, int port, HttpLimits limits) {
    return start(site, host, port, limits, Optional.empty());
  }

  /** The same, with TLS if there are keys for it. */
  public static SiteServer start(
      Handler site, String host, int port, HttpLimits limits, Optional<TlsKeys> tls) {
    return new SiteServer(HttpServer.start(site, host, port, limits, tls));
  }

  /** Tells the listener if the server can no longer accept connections. */
  public void onFailure(Consumer<Throwable> listener) {
    http.onFailure(listener);
  }

  /** Closes it while requests are still answered, in the order of these calls. */
  public SiteServer closeBefore(AutoCloseable part) {
    first.add(part);
    return this;
  }

  /** Closes it after the last request; the last added first. */
  public SiteServer closeAfter(AutoCloseable part) {
    last.addFirst(part);
    return this;
  }

  public int port() {
    return http.port();
  }

  public URI endpoint() {
    return http.endpoint();
  }

  @Override
  public synchronized void close() {
    if (isClosed) return;
    isClosed = true;
    first.forEach(SiteServer::close);
    close(http);
    last.forEach(SiteServer::close);
  }

  /** A part that fails to close must not keep the others open. */
  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.log(Level.WARNING, "a part did not end well", e);
    }
  }
}
