package dev.trestle.messenger.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.MemberProfiles;
import dev.trestle.messenger.model.MemberProfiles.MemberProfile;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/**
 * Tracks who is online. Two users with a direct chat see each other's presence, unless one of them
 * blocks the other or hides their own. All of this is checked before each notification.
 *
 * <p>A user is online while a socket is open, on any server, and for a moment after: a page that is
 * reloaded does not make them go. One thread compares who is online with what was told last, so the
 * last state that is told is right, however fast users come and go. Each server tells its own
 * sockets. When the last socket ends, its server writes when that was: one write unit.
 */
public final class Presence implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Presence.class.getName());

  /** For how long a user without a socket stays online. */
  public static final Duration OFFLINE_AFTER = Duration.ofSeconds(5);

  /** Users with more chats are shown as online only in this many. */
  private static final int CHATS_MAX = 500;

  private static final int PAIRS_MAX = 100_000;

  /** Something that the thread does when it is time. */
  private record Task(Runnable act, long due) implements Delayed {
    static Task in(Duration delay, Runnable act) {
      return new Task(act, System.nanoTime() + delay.toNanos());
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.signum(due - ((Task) other).due);
    }
  }

  /** The end of a connection; whoever had it writes when the user was last seen. */
  private record Departure(Instant at, boolean isFromHere) {}

  private final Store store;
  private final Profiles profiles;
  private final Hub hub;
  private final InstantSource clock;
  private final Duration offlineAfter;
  private final Optional<RemoteUsers> remote;
  private final DelayQueue<Task> tasks = new DelayQueue<>();
  private final Map<UserId, Departure> departures = new ConcurrentHashMap<>();

  /** The users of direct chats, which never change; none for a group. */
  private final Cache<ChatId, List<UserId>> pairs =
      Caffeine.newBuilder().maximumSize(PAIRS_MAX).build();

  /** Who was told to be online; changed by one thread. */
  private final Set<UserId> told = ConcurrentHashMap.newKeySet();

  private final Thread thread = RestartingThread.of("messenger-presence", this::run);
  private volatile boolean isClosed;

  /**
   * Creates and starts it.
   *
   * @param signals to other servers, and the id of this one, if there are several
   */
  public Presence(
      Store store,
      Profiles profiles,
      Hub hub,
      InstantSource clock,
      Duration offlineAfter,
      Optional<Servers> signals) {
    this.store = store;
    this.profiles = profiles;
    this.hub = hub;
    this.clock = clock;
    this.offlineAfter = offlineAfter;
    this.remote =
        signals.map(each -> new RemoteUsers(each.signals(), each.server(), this::movedElsewhere));
    hub.listen(this::movedHere);
    if (remote.isPresent()) tasks.add(Task.in(RemoteUsers.INTERVAL, this::repeat));
    thread.start();
  }

  /** How this server talks to the others. */
  public record Servers(Signals signals, String server) {}

  private void movedHere(UserId user, boolean isThere) {
    remote.ifPresent(others -> {
      if (isThere) others.came(user);
      else others.went(user);
    });
    moved(user, isThere, true);
  }

  private void movedElsewhere(UserId user, boolean isThere) {
    moved(user, isThere, false);
  }

  private void moved(UserId user, boolean isThere, boolean isHere) {
    if (!isThere) departures.put(user, new Departure(now(), isHere));
    tasks.add(Task.in(isThere ? Duration.ZERO : offlineAfter, () -> look(user)));
  }

  /** Whether a user has a socket on any server, whoever may know it. */
  public boolean isOnline(UserId user) {
    return hub.isConnected(user) || remote.filter(others -> others.has(user)).isPresent();
  }

  private void run() {
    while (!isClosed) {
      try {
        var task = tasks.take();
        if (!isClosed) task.act().run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "nobody was told who is online: " + e.getClass().getName());
      }
    }
  }

  private void repeat() {
    tasks.add(Task.in(RemoteUsers.INTERVAL, this::repeat));
    remote.ifPresent(others -> others.repeat(hub.users()));
  }

  private void look(UserId user) {
    if (isOnline(user)) {
      departures.remove(user);
      if (told.add(user)) tell(user, PresenceState.online());
      return;
    }
    var departure = Optional.ofNullable(departures.remove(user));
    if (!told.remove(user)) return;
    if (departure.filter(Departure::isFromHere).isPresent()) write(user, departure.get().at());
    tell(user, PresenceState.offline(departure.map(Departure::at)));
  }

  /** An account that is being closed is left alone: nothing of it may come back. */
  private void write(UserId user, Instant at) {
    if (profiles.find(user).filter(profile -> !profile.isClosed()).isEmpty()) return;
    store.run(MemberProfiles.SEE, new MemberProfiles.Seen(user, at));
  }

  /** Tells those who are connected here and may know. */
  private void tell(UserId user, PresenceState state) {
    if (!hub.hasOthers(user)) return;
    var connected = peers(user).stream().filter(hub::isConnected).toList();
    hub.presence(user, state, mutual(user, connected), false);
  }

  /** Those who see the presence of a user: both show theirs. */
  private List<UserId> mutual(UserId user, List<UserId> others) {
    if (others.isEmpty()) return List.of();
    var found = profilesOf(user, others);
    if (!profile(found, user).showsPresence()) return List.of();
    return others.stream().filter(other -> profile(found, other).showsPresence()).toList();
  }

  private Map<UserId, MemberProfile> profilesOf(UserId user, Collection<UserId> others) {
    var users = new HashSet<>(others);
    users.add(user);
    var found = new HashMap<UserId, MemberProfile>();
    var keys = users.stream().map(MemberProfiles.OfUser::new).toList();
    store.run(MemberProfiles.OF_USERS, keys).forEach(each -> found.put(each.userId(), each));
    return found;
  }

  private static MemberProfile profile(Map<UserId, MemberProfile> found, UserId user) {
    return found.getOrDefault(user, MemberProfile.empty(user));
  }

  /** The other users of the direct chats in which nobody blocks the other. */
  private List<UserId> peers(UserId user) {
    var open =
        store.stream(Memberships.OF_USER, new Memberships.OfUser(user), CHATS_MAX)
            .filter(member -> !isBarred(member))
            .map(Membership::chatId)
            .toList();
    learn(open.stream().filter(chat -> pairs.getIfPresent(chat) == null).toList());
    var peers = new ArrayList<UserId>();
    for (var chat : open) {
      var pair = Optional.ofNullable(pairs.getIfPresent(chat)).orElse(List.of());
      pair.stream().filter(one -> !one.equals(user)).forEach(peers::add);
    }
    return peers;
  }

  private void learn(List<ChatId> chats) {
    if (chats.isEmpty()) return;
    var keys = chats.stream().map(Chats.ById::new).toList();
    for (Chat chat : store.run(Chats.PAGE, new Chats.OfPage(keys, List.of())).chats()) {
      pairs.put(chat.chatId(), chat.pair());
    }
  }

  private static boolean isBarred(Membership member) {
    return member.blockingSince().isPresent() || member.blockedSince().isPresent();
  }

  /**
   * What a user sees of the others of direct chats.
   *
   * @param unblocked those with whom nobody blocks the other
   */
  public Map<UserId, SeenProfile> seenBy(
      UserId viewer, Collection<UserId> others, Set<UserId> unblocked) {
    if (others.isEmpty()) return Map.of();
    var found = profilesOf(viewer, others);
    boolean sees = profile(found, viewer).showsPresence();
    var seen = new HashMap<UserId, SeenProfile>();
    for (var other : others) {
      var profile = profile(found, other);
      boolean isSeen = sees && profile.showsPresence() && unblocked.contains(other);
      var presence = isSeen ? state(profile) : PresenceState.HIDDEN;
      seen.put(other, new SeenProfile(presence, profile.pictureId()));
    }
    return seen;
  }

  /** What a user sees of another one, beside the name. */
  public record SeenProfile(PresenceState presence, Optional<String> pictureId) {
    public static final SeenProfile NOTHING =
        new SeenProfile(PresenceState.HIDDEN, Optional.empty());
  }

  /** Whoever was told to be online stays so until the contrary is told. */
  private PresenceState state(MemberProfile profile) {
    return isOnline(profile.userId()) || told.contains(profile.userId())
        ? PresenceState.online()
        : PresenceState.offline(profile.lastSeenAt());
  }

  /** A user has chosen whether to show their presence. Tells the others, and their own devices. */
  public void chosen(UserId user, boolean isShown) {
    soon(() -> {
      var peers = peers(user);
      var state = isShown ? state(MemberProfile.empty(user)) : PresenceState.HIDDEN;
      hub.presence(user, state, isShown ? mutual(user, peers) : peers, true);
      hub.presence(user, PresenceState.HIDDEN, List.of(user), true);
    });
  }

  /** Two users no longer see each other. */
  public void blocked(UserId one, UserId other) {
    soon(() -> {
      hub.presence(one, PresenceState.HIDDEN, List.of(other), true);
      hub.presence(other, PresenceState.HIDDEN, List.of(one), true);
    });
  }

  /** After whatever is being told now. */
  private void soon(Runnable act) {
    tasks.add(Task.in(Duration.ZERO, act));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public void close() {
    isClosed = true;
    remote.ifPresent(RemoteUsers::close);
    tasks.add(Task.in(Duration.ZERO, () -> {}));
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
