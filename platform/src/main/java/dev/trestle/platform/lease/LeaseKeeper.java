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
 * Keeps this process's fair share of a group's leases. {@link #beat} is to be called about as often
 * as the options say, by one thread: it renews what is held, hands over what is too much, and takes
 * what nobody works on. Handing over is the holder's own doing, after its work on the shard ended:
 * a newcomer waits, so that two never work on one shard unless one of them was thought dead.
 */
public final class LeaseKeeper {
  private static final Duration MEMBER_KEPT = Duration.ofDays(1);
  private static final int ITEMS_MAX = 10_000;

  /** A counter as it was last seen, and since when. */
  private record Seen(long counter, long sinceNanos) {}

  private final Store store;
  private final String group;
  private final LeaseOptions options;
  private final Tenant tenant;
  private final InstantSource clock;
  private final LongSupplier nanos;

  /** Counters of leases and members by their keys, as watched by this process's own clock. */
  private final Map<String, Seen> watched = new HashMap<>();

  /** What is held, with the counter that was last written. Read by other threads. */
  private final Map<String, Long> held = new ConcurrentHashMap<>();

  /** When each of them was last renewed, before the request was sent. Read by other threads. */
  private final Map<String, Long> renewed = new ConcurrentHashMap<>();

  private long beats;

  /**
   * @param store one of {@link LeaseModel#MODEL}
   * @param clock for the time after which a forgotten member is removed; nothing else
   * @param nanos a clock that only ever goes forward: how long a counter stood still
   */
  public LeaseKeeper(
      Store store,
      String group,
      LeaseOptions options,
      Tenant tenant,
      InstantSource clock,
      LongSupplier nanos) {
    this.store = store;
    this.group = group;
    this.options = options;
    this.tenant = tenant;
    this.clock = clock;
    this.nanos = nanos;
  }

  public LeaseOptions options() {
    return options;
  }

  /** The shards that this process works on. */
  public Set<String> held() {
    return Set.copyOf(held.keySet());
  }

  /** Whether the lease was renewed so lately that nobody else can have taken it. */
  public boolean isFresh(String shard) {
    var since = renewed.get(shard);
    return since != null && nanos.getAsLong() - since < options.over().toNanos();
  }

  /** All leases of the group, as they stand. */
  public List<Lease> leases() {
    return all().stream().filter(Lease.class::isInstance).map(Lease.class::cast).toList();
  }

  /** Makes a shard known to the group; nothing happens where it is known. */
  public void add(String shard, Optional<String> checkpoint, Optional<String> parent) {
    store.run(
        LeaseModel.ADD, new Lease(group, shard, Optional.empty(), 0, checkpoint, parent, false));
  }

  /** Keeps something that belongs to the group and is nobody's work. */
  public void addDone(String shard, String checkpoint) {
    store.run(
        LeaseModel.ADD,
        new Lease(
            group, shard, Optional.empty(), 0, Optional.of(checkpoint), Optional.empty(), true));
  }

  /** Forgets a shard whose work is done. */
  public void forget(String shard) {
    store.run(LeaseModel.FORGET, new OfShard(group, shard));
  }

  /** Renews, hands over, takes; see the class. */
  public void beat() {
    beats++;
    store.run(
        LeaseModel.BEAT,
        new Member(group, options.member(), beats, clock.instant().plus(MEMBER_KEPT)));
    renew();
    share(all());
  }

  /** Writes how far each shard has come, and that this process lives. */
  public void renew() {
    for (var shard : held()) renew(shard);
  }

  /** The same for one shard, and at once. */
  public void renew(String shard) {
    Long counter = held.get(shard);
    if (counter == null) return;
    long before = nanos.getAsLong();
    var progress = tenant.progress(shard);
    var written =
        store.run(
            LeaseModel.RENEW,
            new Renewing(
                group, shard, counter, counter + 1, progress.checkpoint(), progress.done()));
    if (isMine(written, counter + 1)) {
      held.put(shard, counter + 1);
      renewed.put(shard, before);
      if (progress.done()) finish(shard);
    } else {
      held.remove(shard);
      tenant.lose(shard);
    }
  }

  /** What is done needs no owner: its lease says so, and is no part of anybody's share. */
  private void finish(String shard) {
    held.remove(shard);
    tenant.lose(shard);
  }

  /**
   * Whether the lease is ours after a write of ours. A refused write may have been refused by its
   * own first attempt, whose answer was lost: then the counter is the one we wrote and the owner
   * we.
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
   * How many shards are this member's. Each reckons alike, the first ones by name having one more
   * where it does not come out even: shares add up to all shards, so that none is left lying.
   */
  private int share(int shards, Set<String> members) {
    long before = members.stream().filter(other -> other.compareTo(options.member()) < 0).count();
    return shards / members.size() + (before < shards % members.size() ? 1 : 0);
  }

  /** A child begins when its parent is done or no longer known: trimmed, or never needed. */
  private static boolean mayBegin(Lease lease, List<Lease> leases) {
    return lease
        .parent()
        .flatMap(parent -> leases.stream().filter(each -> each.shard().equals(parent)).findAny())
        .map(Lease::done)
        .orElse(true);
  }

  /** A lease that a process of this name held before it was started anew. */
  private boolean isMineFromBefore(Lease lease) {
    return lease.owner().filter(options.member()::equals).isPresent();
  }

  private boolean isStill(String key, long counter, long now) {
    var seen = watched.get(key);
    if (seen == null || seen.counter != counter) {
      watched.put(key, new Seen(counter, now));
      return false;
    }
    return now - seen.sinceNanos > options.over().toNanos();
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
    tenant.begin(lease);
  }

  /** Leaves a shard to others, once its work here has ended; until then it is kept. */
  private void release(String shard) {
    Long counter = held.get(shard);
    if (counter == null) return;
    tenant
        .end(shard)
        .ifPresent(progress -> {
          held.remove(shard);
          store.run(
              LeaseModel.RELEASE,
              new Releasing(
                  group, shard, counter, counter + 1, progress.checkpoint(), progress.done()));
        });
  }

  /**
   * Ends the work on every shard and leaves all to others at once; to be repeated while it says
   * that work is still under way.
   *
   * @return whether nothing is held any more
   */
  public boolean leave() {
    held().forEach(this::release);
    if (!held.isEmpty()) return false;
    store.run(LeaseModel.LEAVE, new OfMember(group, options.member()));
    return true;
  }
}
