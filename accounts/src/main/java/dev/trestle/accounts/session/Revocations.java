package dev.trestle.accounts.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.RevokedSessions;
import dev.trestle.accounts.model.RevokedSessions.RevokedSession;
import dev.trestle.platform.metrics.Watchdog;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Sessions that ended recently. An access token is valid by itself for an hour; here it ends with
 * its session.
 *
 * <p>A revocation is stored in the transaction that ends the session. Other servers are told by a
 * signal, and read the stored ones every two seconds in case it is lost. A server reads all of them
 * before it serves its first request, so a restart forgets none.
 */
public final class Revocations implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Revocations.class.getName());
  private static final String TOPIC = "accounts.revocations";
  private static final Duration PACE = Duration.ofSeconds(2);

  /**
   * How far the clocks of servers may differ, and how long a transaction may take: so much of what
   * was read is read again.
   */
  private static final Duration OVERLAP = Duration.ofMinutes(5);

  private static final int READ_MAX = 1_000_000;

  /** A server that has not read them for this long should get no requests. */
  private static final Duration UNREAD_MAX = Duration.ofSeconds(30);

  /** Told when a session ends, to close its sockets. */
  @FunctionalInterface
  public interface Listener {
    void revoked(SessionId session);
  }

  /** Told when a session ends, once, on the server that ends it. */
  @FunctionalInterface
  public interface EndListener {
    void ended(UserId user, SessionId session);
  }

  private final Store store;
  private final InstantSource clock;
  private final Duration kept;
  private final Cache<SessionId, Boolean> recent;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final List<EndListener> endListeners = new CopyOnWriteArrayList<>();
  private final Signals signals;
  private final Signals.Subscription subscription;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread reader = RestartingThread.of("revocations", this::readOn);
  private final Watchdog watchdog = new Watchdog(UNREAD_MAX);
  private Instant readUntil;

  /**
   * Reads the stored revocations, and listens to other servers from now on.
   *
   * @param tokenLifetime how long an access token is valid
   */
  public Revocations(Store store, InstantSource clock, Duration tokenLifetime, Signals signals) {
    this.store = store;
    this.clock = clock;
    this.kept = tokenLifetime.plus(OVERLAP);
    this.recent = Caffeine.newBuilder().expireAfterWrite(kept).build();
    this.signals = signals;
    this.readUntil = clock.instant().minus(kept);
    this.subscription = signals.subscribe(TOPIC, new FromServers());
    read();
  }

  /** Reads what other servers store, until {@link #close}. */
  public void start() {
    watchdog.done();
    reader.start();
  }

  private void readOn() {
    try {
      while (!closed.await(PACE.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          read();
        } catch (RuntimeException e) {
          LOG.log(Level.WARNING, "revoked sessions were not read; trying again", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    var now = clock.instant();
    var since = readUntil.minus(OVERLAP).truncatedTo(ChronoUnit.MILLIS);
    try (var stored =
        store.stream(RevokedSessions.SINCE, new RevokedSessions.Since(since), READ_MAX)) {
      stored.forEach(revoked -> end(revoked.sessionId()));
    }
    readUntil = now;
    watchdog.done();
  }

  /**
   * Checks that revocations of other servers are read.
   *
   * @throws IllegalStateException if they have not been for half a minute
   */
  public void check() {
    watchdog.check();
  }

  public void listen(Listener listener) {
    listeners.add(listener);
  }

  /**
   * Has what belongs to a session removed when it ends. If the server dies just then, the listener
   * is not told, so it must not rely on it.
   */
  public void whenEnded(EndListener listener) {
    endListeners.add(listener);
  }

  /** What is stored of a session that ends now. */
  RevokedSession revocation(SessionId session) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return new RevokedSession(session, now, now.plus(kept));
  }

  /** Refuses the session's tokens here at once, and tells other servers. */
  void revoked(UserId user, SessionId session) {
    end(session);
    signals.publish(TOPIC, session.value().getBytes(UTF_8));
    for (var listener : endListeners) {
      try {
        listener.ended(user, session);
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "something of an ended session was not removed", e);
      }
    }
  }

  private void end(SessionId session) {
    if (recent.asMap().putIfAbsent(session, true) != null) return;
    listeners.forEach(listener -> listener.revoked(session));
  }

  public boolean isRevoked(SessionId session) {
    return recent.getIfPresent(session) != null;
  }

  @Override
  public void close() {
    closed.countDown();
    subscription.close();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Revocations on any server, this one included. */
  private final class FromServers implements Signals.Listener {
    @Override
    public void received(byte[] message) {
      end(new SessionId(new String(message, UTF_8)));
    }

    @Override
    public void missed() {
      // They are read from the table soon.
    }
  }
}
