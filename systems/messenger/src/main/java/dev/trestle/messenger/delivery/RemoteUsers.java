package dev.trestle.messenger.delivery;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.trestle.accounts.UserId;
import dev.trestle.platform.signal.Signals;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The users who are connected to other servers. Each server tells the others at once when a user
 * comes or goes, and repeats from time to time who is there, because signals can be lost and
 * servers can die.
 */
final class RemoteUsers implements AutoCloseable {
  private static final String TOPIC = "messenger.presence";

  /** How often a server repeats who is connected to it. */
  static final Duration INTERVAL = Duration.ofSeconds(10);

  /** Users whom a server has not repeated for this long are gone. */
  static final Duration KEPT = Duration.ofSeconds(35);

  /** An id has 31 characters, so this stays far below the longest signal. */
  private static final int USERS_MAX = 5000;

  private static final char CAME = '+';
  private static final char WENT = '-';

  /** Told when a user has come to another server or gone from it. */
  interface Listener {
    void moved(UserId user, boolean isThere);
  }

  private record Place(String server, UserId user) {}

  private final Signals signals;
  private final String server;
  private final Listener listener;
  private final LongSupplier nanoTime;
  private final Signals.Subscription subscription;

  /** When each was last repeated, by the nano time. */
  private final Map<Place, Long> places = new ConcurrentHashMap<>();

  /** How many servers each user is connected to. */
  private final Map<UserId, Integer> counts = new ConcurrentHashMap<>();

  /**
   * Starts listening.
   *
   * @param server an id without spaces that no other server has
   */
  RemoteUsers(Signals signals, String server, Listener listener) {
    this(signals, server, listener, System::nanoTime);
  }

  RemoteUsers(Signals signals, String server, Listener listener, LongSupplier nanoTime) {
    this.signals = signals;
    this.server = server;
    this.listener = listener;
    this.nanoTime = nanoTime;
    this.subscription = signals.subscribe(TOPIC, new FromServers());
  }

  boolean has(UserId user) {
    return counts.containsKey(user);
  }

  void came(UserId user) {
    publish(CAME, List.of(user));
  }

  void went(UserId user) {
    publish(WENT, List.of(user));
  }

  /** Repeats who is connected here, and forgets whom others no longer repeat. */
  void repeat(List<UserId> connected) {
    for (int from = 0; from < connected.size(); from += USERS_MAX) {
      publish(CAME, connected.subList(from, Math.min(from + USERS_MAX, connected.size())));
    }
    long now = nanoTime.getAsLong();
    places.forEach((place, at) -> {
      if (now - at > KEPT.toNanos()) remove(place);
    });
  }

  private void publish(char what, Collection<UserId> users) {
    var ids = users.stream().map(UserId::value).collect(Collectors.joining(","));
    signals.publish(TOPIC, (server + " " + what + ids).getBytes(US_ASCII));
  }

  private void add(Place place) {
    if (places.put(place, nanoTime.getAsLong()) != null) return;
    counts.merge(place.user(), 1, Integer::sum);
    listener.moved(place.user(), true);
  }

  private void remove(Place place) {
    if (places.remove(place) == null) return;
    counts.computeIfPresent(place.user(), (_, count) -> count == 1 ? null : count - 1);
    listener.moved(place.user(), false);
  }

  @Override
  public void close() {
    subscription.close();
  }

  private final class FromServers implements Signals.Listener {
    @Override
    public void received(byte[] message) {
      var text = new String(message, US_ASCII);
      int space = text.indexOf(' ');
      var from = text.substring(0, space);
      if (from.equals(server)) return;
      boolean isThere = text.charAt(space + 1) == CAME;
      Arrays.stream(text.substring(space + 2).split(",", -1))
          .map(id -> new Place(from, new UserId(id)))
          .forEach(place -> {
            if (isThere) add(place);
            else remove(place);
          });
    }

    /** The next repetition tells what was missed. */
    @Override
    public void missed() {}
  }
}
