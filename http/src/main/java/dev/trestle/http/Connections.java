package dev.trestle.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections of one server, and their clock: each is asked every now and then whether it is
 * late in whatever it is doing; no read and no write needs a timeout of its own.
 *
 * <p>Helidon has such a timer too, but knows connections by a hash that two of many thousands may
 * share, and then forgets one of them.
 */
final class Connections implements ServerConnectionSelector {
  private static final System.Logger LOG = System.getLogger(Connections.class.getName());

  private final Handler handler;
  private final HttpLimits limits;
  private final Bodies bodies;
  private final byte[] serverAndDate;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final Thread watch;
  private volatile boolean isStopping;

  Connections(Handler handler, HttpLimits limits) {
    this.handler = handler;
    this.limits = limits;
    this.bodies = new Bodies(limits.bodyBytes());
    this.serverAndDate = Output.serverAndDate(handler.serverName());
    this.watch = Thread.ofVirtual().name("http-watch").unstarted(this::watch);
  }

  void start() {
    watch.start();
  }

  /** Has all of them end; those that come from now on end at once. */
  void stop() {
    isStopping = true;
    open.forEach(Connection::stop);
  }

  /** Those that have ended need no clock. */
  void stopWatching() {
    watch.interrupt();
  }

  Handler handler() {
    return handler;
  }

  HttpLimits limits() {
    return limits;
  }

  Bodies bodies() {
    return bodies;
  }

  byte[] serverAndDate() {
    return serverAndDate;
  }

  boolean isStopping() {
    return isStopping;
  }

  void add(Connection connection) {
    open.add(connection);
  }

  void remove(Connection connection) {
    open.remove(connection);
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(limits.watch());
        long now = System.nanoTime();
        for (var connection : open) look(connection, now);
      }
    } catch (InterruptedException _) {
      // The server is closed.
    }
  }

  private static void look(Connection connection, long now) {
    try {
      connection.look(now);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "a connection that is late cannot be closed", e);
    }
  }

  /** Takes every connection: there is no other protocol here to choose. */
  @Override
  public int bytesToIdentifyConnection() {
    return 0;
  }

  @Override
  public Support supports(BufferData data) {
    return Support.SUPPORTED;
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return Set.of("http/1.1");
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    return new Connection(this, context);
  }
}
