package dev.trestle.platform.web;

import dev.trestle.http.Handler;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.HttpServer;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * A site on a port, with what must end in its order when it does: first {@code beforeClosing}
 * (readiness goes down, streams are told), then no new requests and those under way have their
 * answers, then the parts that the site stands on, the last one started first.
 */
public final class SiteServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SiteServer.class.getName());

  /** No route may take a longer body. */
  public static final int BODY_BYTES_MAX = 16 << 20;

  private final HttpServer http;
  private final List<AutoCloseable> first = new ArrayList<>();
  private final List<AutoCloseable> last = new ArrayList<>();
  private boolean isClosed;

  private SiteServer(HttpServer http) {
    this.http = http;
  }

  /** Starts to listen; port 0 takes a free one. */
  public static SiteServer start(Handler site, String host, int port) {
    return start(site, host, port, HttpLimits.ofBodyBytes(BODY_BYTES_MAX));
  }

  public static SiteServer start(Handler site, String host, int port, HttpLimits limits) {
    return new SiteServer(HttpServer.start(site, host, port, limits));
  }

  /** Ends while requests are still answered; in the order of these calls. */
  public SiteServer beforeClosing(AutoCloseable part) {
    first.add(part);
    return this;
  }

  /** Ends when no request is under way any more; what was added last goes first. */
  public SiteServer standingOn(AutoCloseable part) {
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

  /** One part that cannot end must not keep the others from it. */
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
