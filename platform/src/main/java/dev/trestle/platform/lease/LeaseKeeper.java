package dev.trestle.platform.lease;

import dev.trestle.platform.lease.LeaseModel.InGroup;
import dev.trestle.platform.lease.LeaseModel.Lease;
import dev.trestle.platform.lease.LeaseModel.Member;
import dev.trestle.platform.lease.LeaseModel.OfGroup;
import dev.trestle.platform.lease.LeaseModel.OfMember;
import dev.trestle.platform.lease.LeaseModel.OfShard;
import dev.trestle.platform.lease.LeaseModel.Releasing;
import dev.trestle.platform.lease.LeaseModel.Renewing;
import dev.trestle.platform.lease.LeaseModel.Taking;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Holds this server's fair share of a group's leases. One thread calls {@link #beat} at the
 * interval of the options: it renews the leases it holds, releases those beyond its share, and
 * takes free ones. A server releases a shard only after its work on it has ended, and a newcomer
 * waits for that. So two servers work on one shard only if one of them was taken for dead.
 */
public final class LeaseKeeper {
  private static final Duration MEMBER_KEPT = Duration.ofDays(1);
  private static final int ITEMS_MAX = 10_000;

  /** How often a lease without progress is renewed before it could expire. */
  private static final int RENEWALS_BEFORE_EXPIRY = 3;

  /** The last counter seen, and since when. */
  private record Seen(long counter, long sinceNanos) {}

  private final Store store;
  private final String group;
  private final LeaseOptions options;
  private final LeaseHolder holder;
  private final InstantSource clock;
  private final LongSupplier nanos;

  /** The counters of leases and members by key, timed by this server's clock. */
  private final Map<String, Seen> watched = new HashMap<>();

  /** The shards held, with the counter last written. Read by other threads. */
  private final Map<String, Long> held = new ConcurrentHashMap<>();

  /** When each was last renewed: the time before the request. Read by other threads. */
  private final Map<String, Long> renewed = new ConcurrentHashMap<>();

  /** The progress last written of the shards held. */
  private final Map<String, LeaseHolder.Progress> stored = new HashMap<>();

  private long beats;

  /** When others last heard of this member. */
  private Optional<Long> heardNanos = Optional.empty();

  /**
   * Holds no lease until the first {@link #beat}.
   *
   * @param store of {@link LeaseModel#MODEL}
   * @param clock for the expiry of members that stopped
   * @param nanos a monotonic clock, for how long a counter has stood still
   */
  public LeaseKeeper(
      Store store,
      String group,
      LeaseOptions options,
      LeaseHolder holder,
      InstantSource clock,
      LongSupplier nanos) {
    this.store = store;
    this.group = group;
    this.options = options;
    this.holder = holder;
    this.clock = clock;
    this.nanos = nanos;
  }

  public LeaseOptions options() {
    return options;
  }

  /** The shards that this server holds. */
  public Set<String> held() {
    return Set.copyOf(held.keySet());
  }

  /** Whether the lease was renewed so recently that no other server can have taken it. */
  public boolean isFresh(String shard) {
    var since = renewed.get(shard);
    return since != null && nanos.getAsLong() - since < options.expiry().toNanos();
  }

  /** All leases of the group. */
  public List<Lease> leases() {
    return all().stream().filter(Lease.class::isInstance).map(Lease.class::cast).toList();
  }

  /** Adds a shard to the group, unless it is there. */
  public void add(String shard, Optional<String> checkpoint, Optional<String> parent) {
    store.run(
        LeaseModel.ADD, new Lease(group, shard, Optional.empty(), 0, checkpoint, parent, false));
  }

  /** Stores a value of the group as a shard that is done, so nobody works on it. */
  public void addDone(String shard, String checkpoint) {
    store.run(
        LeaseModel.ADD,
        new Lease(
            group, shard, Optional.empty(), 0, Optional.of(checkpoint), Optional.empty(), true));
  }

  /** Removes a shard that is done. */
  public void forget(String shard) {
    store.run(LeaseModel.FORGET, new OfShard(group, shard));
  }

  /**
   * Renews, releases and takes leases, and stores the progress of shards. What nothing happens on
   * is renewed less often: an idle server would otherwise write to the disk all the time.
   */
  public void beat() {
    if (isDue(heardNanos)) beatAsMember();
    for (var shard : held()) renew(shard);
    share(all());
  }

  private void beatAsMember() {
    long before = nanos.getAsLong();
    beats++;
    store.run(
        LeaseModel.BEAT,
        new Member(group, options.member(), beats, clock.instant().plus(MEMBER_KEPT)));
    heardNanos = Optional.of(before);
  }

  private boolean isDue(Optional<Long> lastNanos) {
    long interval = options.expiry().dividedBy(RENEWALS_BEFORE_EXPIRY).toNanos();
    return lastNanos
        .filter(last -> nanos.getAsLong() - last + options.heartbeat().toNanos() <= interval)
        .isEmpty();
  }

  private void renew(String shard) {
    Long counter = held.get(shard);
    if (counter == null) return;
    var progress = holder.progress(shard);
    if (progress.equals(stored.get(shard)) && !isDue(Optional.ofNullable(renewed.get(shard)))) {
      return;
    }
    long before = nanos.getAsLong();
    var written =
        store.run(
            LeaseModel.RENEW,
            new Renewing(
                group, shard, counter, counter + 1, progress.checkpoint(), progress.done()));
    if (isMine(written, counter + 1)) {
      held.put(shard, counter + 1);
      renewed.put(shard, before);
      stored.put(shard, progress);
      if (progress.done()) finish(shard);
    } else {
      finish(shard);
    }
  }

  /** A shard that is done needs no owner and counts for nobody's share; or another one has it. */
  private void finish(String shard) {
    held.remove(shard);
    stored.remove(shard);
    holder.lose(shard);
  }

  /**
   * Whether the lease is ours after a write. A repeated write is refused if the first attempt
   * succeeded and only its response was lost: then counter and owner are those we wrote.
   */
  private boolean isMine(Written<Lease> written, long counter) {
    return switch (written) {
      case Written.Done<Lease> _ -> true;
      case Written.Refused<Lease>(var current) ->
          current
              .filter(lease -> lease.counter() == counter)
              .flatMap(Lease::owner)
              .filter(options.member()::equals)
              .isPresent();
    };
  }

  private List<InGroup> all() {
    return store.stream(LeaseModel.ALL, new OfGroup(group), ITEMS_MAX).toList();
  }

  private void share(List<InGroup> all) {
    long now = nanos.getAsLong();
    var leases = new ArrayList<Lease>();
    var members = new HashSet<String>();
    members.add(options.member());
    for (var each : all) {
      switch (each) {
        case Lease lease -> leases.add(lease);
        case Member member -> {
          if (!isStill("m#" + member.member(), member.counter(), now)) members.add(member.member());
        }
      }
    }
    var open = leases.stream().filter(lease -> !lease.done()).toList();
    int share = share(open.size(), members);
    held().stream().sorted().skip(share).forEach(this::release);
    for (var lease : open) {
      boolean still = isStill("s#" + lease.shard(), lease.counter(), now);
      boolean free = lease.owner().isEmpty() || still || isMineFromBefore(lease);
      if (free
          && held.size() < share
          && !held.containsKey(lease.shard())
          && mayBegin(lease, leases)) {
        take(lease);
      }
    }
  }

  /**
   * How many shards this member should hold. All members compute the same shares: the first by name
   * take one more if the shards do not divide evenly, so the shares add up to all shards.
   */
  private int share(int shards, Set<String> members) {
    long before = members.stream().filter(other -> other.compareTo(options.member()) < 0).count();
    return shards / members.size() + (before < shards % members.size() ? 1 : 0);
  }

  /** A shard waits until its parent is done, or trimmed from the stream. */
  private static boolean mayBegin(Lease lease, List<Lease> leases) {
    return lease
        .parent()
        .flatMap(parent -> leases.stream().filter(each -> each.shard().equals(parent)).findAny())
        .map(Lease::done)
        .orElse(true);
  }

  /** A lease that this server held before it was restarted. */
  private boolean isMineFromBefore(Lease lease) {
    return lease.owner().filter(options.member()::equals).isPresent();
  }

  private boolean isStill(String key, long counter, long now) {
    var seen = watched.get(key);
    if (seen == null || seen.counter != counter) {
      watched.put(key, new Seen(counter, now));
      return false;
    }
    return now - seen.sinceNanos > options.expiry().toNanos();
  }

  private void take(Lease lease) {
    renewed.put(lease.shard(), nanos.getAsLong());
    long next = lease.counter() + 1;
    var written =
        store.run(
            LeaseModel.TAKE,
            new Taking(group, lease.shard(), lease.counter(), next, Optional.of(options.member())));
    if (!isMine(written, next)) return;
    held.put(lease.shard(), next);
    holder.begin(lease);
  }

  /** Releases a shard once the work on it has ended. */
  private void release(String shard) {
    Long counter = held.get(shard);
    if (counter == null) return;
    holder
        .end(shard)
        .ifPresent(progress -> {
          held.remove(shard);
          stored.remove(shard);
          store.run(
              LeaseModel.RELEASE,
              new Releasing(
                  group, shard, counter, counter + 1, progress.checkpoint(), progress.done()));
        });
  }

  /**
   * Ends the work on all shards and releases them. Call it again until it returns true.
   *
   * @return whether all shards are released
   */
  public boolean leave() {
    held().forEach(this::release);
    if (!held.isEmpty()) return false;
    store.run(LeaseModel.LEAVE, new OfMember(group, options.member()));
    return true;
  }
}
