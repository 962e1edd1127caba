package dev.trestle.platform.heartbeat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.platform.metrics.Watchdog;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Writes this server's heartbeat every two seconds, and reads those of the others.
 *
 * <p>Each heartbeat is also sent as a signal. A server that reads a heartbeat in the table whose
 * signal never came knows that signals between the two get lost, whatever the reason, and tells its
 * listeners to look at the tables. It does the same when a heartbeat says that its server could not
 * send signals, and when another server has stopped, because that one may have written something
 * and died before it could tell.
 */
public final class Heartbeats implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Heartbeats.class.getName());
  private static final String TOPIC = "platform.heartbeats";

  /** How often a heartbeat is written. It costs a write unit and a read unit. */
  public static final Duration PACE = Duration.ofSeconds(2);

  /** A server without a heartbeat for this time has stopped or stands still. */
  public static final Duration STALE = Duration.ofSeconds(15);

  private static final Duration KEPT = Duration.ofDays(1);
  private static final int SERVERS_MAX = 1000;

  /** This server, as the others see it. */
  public record Self(String server, String host, String version, String secrets) {}

  /** What changes while a server runs. */
  public interface Status {
    /** How many sockets and live streams are open. */
    long connections();

    /** The ids of the keys that this server signs tokens with now. */
    List<String> signingKeys();
  }

  /** A server that has opened nothing yet. */
  private static final class Starting implements Status {
    @Override
    public long connections() {
      return 0;
    }

    @Override
    public List<String> signingKeys() {
      return List.of();
    }
  }

  private final Store store;
  private final InstantSource clock;
  private final Signals signals;
  private final Self self;
  private final Duration pace;
  private final Instant startedAt;
  private final Signals.Subscription subscription;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = RestartingThread.of("heartbeats", this::run);

  private final Watchdog watchdog = new Watchdog(STALE);

  /** The last heartbeat of each server that came as a signal. */
  private final Map<String, Long> heard = new ConcurrentHashMap<>();

  /** The heartbeats of the other running servers at the last look; changed by one thread. */
  private volatile Map<String, Heartbeat> known = Map.of();

  private Status status = new Starting();
  private long beat;

  public Heartbeats(Store store, InstantSource clock, Signals signals, Self self) {
    this(store, clock, signals, self, PACE);
  }

  Heartbeats(Store store, InstantSource clock, Signals signals, Self self, Duration pace) {
    this.store = store;
    this.clock = clock;
    this.signals = signals;
    this.self = self;
    this.pace = pace;
    this.startedAt = now();
    this.subscription = signals.subscribe(TOPIC, new FromServers());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Writes the first heartbeat and returns those of the other running servers. */
  public List<Heartbeat> join() {
    write();
    return others();
  }

  /** Goes on until {@link #close}, and tells the others this from now on. */
  public void start(Status own) {
    status = own;
    thread.start();
  }

  private void run() {
    try {
      while (!closed.await(pace.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          beat();
        } catch (RuntimeException e) {
          LOG.log(Level.WARNING, "no heartbeat; trying again", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes a heartbeat and looks for lost signals. */
  void beat() {
    write();
    var now = new HashMap<String, Heartbeat>();
    for (var other : others()) now.put(other.server(), other);
    boolean isLossy = known.values().stream().anyMatch(before -> isLost(before, now));
    known = now;
    heard.keySet().retainAll(now.keySet());
    if (isLossy) signals.missed();
    watchdog.done();
  }

  /**
   * Checks that this server writes heartbeats and reads those of the others.
   *
   * @throws IllegalStateException if it has not for so long that others take it for stopped
   */
  public void check() {
    watchdog.check();
  }

  /** The signal of a heartbeat that was in the table one look ago must have come by now. */
  private boolean isLost(Heartbeat before, Map<String, Heartbeat> now) {
    var latest = now.get(before.server());
    if (latest == null || latest.unsent() > before.unsent()) return true;
    return heardOf(before.server()) < before.beat();
  }

  /** The other servers that were running at the last look, which reads nothing. */
  public Collection<Heartbeat> lastSeen() {
    return known.values();
  }

  /** The last heartbeat of a server that came as a signal. */
  long heardOf(String server) {
    return heard.getOrDefault(server, 0L);
  }

  private void write() {
    var now = now();
    beat++;
    store.run(
        HeartbeatModel.SAVE,
        new Heartbeat(
            self.server(),
            self.host(),
            self.version(),
            self.secrets(),
            startedAt,
            now,
            beat,
            status.connections(),
            signals.unsent(),
            status.signingKeys(),
            now.plus(KEPT)));
    signals.publish(TOPIC, (beat + " " + self.server()).getBytes(UTF_8));
  }

  /** All servers that had a heartbeat within a day, this one included. */
  public List<Heartbeat> all() {
    try (var found = store.stream(HeartbeatModel.LIST, new HeartbeatModel.All(), SERVERS_MAX)) {
      return found.toList();
    }
  }

  private List<Heartbeat> others() {
    return all().stream()
        .filter(found -> !found.server().equals(self.server()) && isFresh(found))
        .toList();
  }

  /** Whether the server is running, as far as its heartbeats tell. */
  public boolean isFresh(Heartbeat heartbeat) {
    return heartbeat.beatAt().isAfter(clock.instant().minus(STALE));
  }

  public String server() {
    return self.server();
  }

  /** Ends, and takes this server off the list. */
  @Override
  public void close() {
    closed.countDown();
    subscription.close();
    try {
      thread.join();
      store.run(HeartbeatModel.REMOVE, new HeartbeatModel.OfServer(self.server()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "the heartbeat was not removed; it becomes stale", e);
    }
  }

  private final class FromServers implements Signals.Listener {
    @Override
    public void received(byte[] message) {
      var text = new String(message, UTF_8).split(" ", 2);
      if (text[1].equals(self.server()) || heard.size() >= SERVERS_MAX) return;
      heard.merge(text[1], Long.parseLong(text[0]), Math::max);
    }

    @Override
    public void missed() {
      // The next look at the table finds out.
    }
  }
}
