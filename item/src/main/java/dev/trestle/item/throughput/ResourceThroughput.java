package dev.trestle.item.throughput;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The throughput limits of one table or global index. {@link #check} before a request says whether
 * it is throttled; {@link #charge} after it deducts its units. Both take the time, which must not
 * go back by more than the jitter of concurrent callers. Nothing is random: the same calls have the
 * same results.
 *
 * <ul>
 *   <li>Provisioned units that are not used are saved for 300 seconds.
 *   <li>Any partition may use all units of the table, up to 3000 read and 1000 write units per
 *       second (adaptive capacity).
 *   <li>A partition that stays throttled is split between its keys; one that exceeds 10 GB is, too.
 *       Partitions are never merged.
 *   <li>On demand, a table starts with four partitions and has enough of them for twice its
 *       previous peak. A maximum that is set for it limits it like provisioned units.
 *   <li>A table has enough partitions for its warm throughput.
 * </ul>
 */
public final class ResourceThroughput {
  /** The default quota of an account for one on-demand table or index. */
  public static final double ACCOUNT_UNITS = 40_000;

  static final int ON_DEMAND_PARTITIONS = 4;
  private static final double BURST_SECONDS = 300;
  private static final double ACCOUNT_SECONDS = 1;
  private static final long PARTITION_BYTES = 10L << 30;

  /** Bounds the memory of a simulation or a test that never ends. */
  private static final int PARTITIONS_MAX = 10_000;

  /** Guards the fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private final TreeMap<KeyPosition, Partition> partitions = new TreeMap<>();
  private final OnDemandPeak readPeak;
  private final OnDemandPeak writePeak;
  private Optional<Provisioned> provisioned;
  private Maximum maximum = Maximum.NONE;
  private TokenBucket reads;
  private TokenBucket writes;

  /** Units per second. */
  public record Provisioned(double read, double write) {
    double of(UnitKind kind) {
      return kind == UnitKind.READ ? read : write;
    }
  }

  /** The most units per second that may be used on demand, where there is a maximum. */
  public record Maximum(OptionalDouble read, OptionalDouble write) {
    public static final Maximum NONE = new Maximum(OptionalDouble.empty(), OptionalDouble.empty());

    OptionalDouble of(UnitKind kind) {
      return kind == UnitKind.READ ? read : write;
    }
  }

  private ResourceThroughput(Optional<Provisioned> provisioned, long nowMillis) {
    this.provisioned = provisioned;
    readPeak = new OnDemandPeak(nowMillis);
    writePeak = new OnDemandPeak(nowMillis);
    reads = bucket(UnitKind.READ, nowMillis);
    writes = bucket(UnitKind.WRITE, nowMillis);
    partitions.put(KeyPosition.FIRST, new Partition(nowMillis));
    addPartitions(partitionsFor(provisioned), nowMillis);
  }

  public static ResourceThroughput provisioned(Provisioned units, long nowMillis) {
    return new ResourceThroughput(Optional.of(units), nowMillis);
  }

  public static ResourceThroughput onDemand(long nowMillis) {
    return new ResourceThroughput(Optional.empty(), nowMillis);
  }

  /** Changes the provisioned units, or the billing mode if empty. */
  public void setProvisioned(Optional<Provisioned> changed, long nowMillis) {
    lock.lock();
    try {
      if (changed.equals(provisioned)) return;
      boolean sameMode = changed.isPresent() && provisioned.isPresent();
      provisioned = changed;
      if (sameMode) {
        reads.setRate(changed.get().read, nowMillis);
        writes.setRate(changed.get().write, nowMillis);
      } else {
        reads = bucket(UnitKind.READ, nowMillis);
        writes = bucket(UnitKind.WRITE, nowMillis);
      }
      addPartitions(partitionsFor(changed), nowMillis);
    } finally {
      lock.unlock();
    }
  }

  /** Changes the maximum, which is ignored while units are provisioned. */
  public void setMaximum(Maximum changed, long nowMillis) {
    lock.lock();
    try {
      if (changed.equals(maximum)) return;
      var before = maximum;
      maximum = changed;
      if (provisioned.isPresent()) return;
      if (!changed.read.equals(before.read)) reads = bucket(UnitKind.READ, nowMillis);
      if (!changed.write.equals(before.write)) writes = bucket(UnitKind.WRITE, nowMillis);
    } finally {
      lock.unlock();
    }
  }

  /** Has enough partitions for these units per second. */
  public void setWarm(double read, double write, long nowMillis) {
    lock.lock();
    try {
      addPartitionsFor(read, write, nowMillis);
    } finally {
      lock.unlock();
    }
  }

  /** Splits partitions that have become too large, assuming that the bytes are spread evenly. */
  public void setBytes(long bytes, long nowMillis) {
    lock.lock();
    try {
      addPartitions((int) Math.min(PARTITIONS_MAX, bytes / PARTITION_BYTES + 1), nowMillis);
    } finally {
      lock.unlock();
    }
  }

  /** Returns why a request for this key is throttled now, or empty if it may go on. */
  public Optional<LimitType> check(UnitKind kind, KeyPosition position, long nowMillis) {
    lock.lock();
    try {
      if (!bucketOf(kind).hasUnits(nowMillis)) {
        if (provisioned.isPresent()) return Optional.of(LimitType.PROVISIONED_THROUGHPUT);
        return Optional.of(
            maximum.of(kind).isPresent() ? LimitType.MAXIMUM_THROUGHPUT : LimitType.ACCOUNT_LIMIT);
      }
      if (provisioned.isEmpty()) scale(nowMillis);
      var partition = partition(position);
      partition.sample(position);
      if (partition.hasUnits(kind, nowMillis)) return Optional.empty();
      if (partition.throttled(nowMillis)) split(partition, nowMillis);
      return Optional.of(LimitType.KEY_RANGE_THROUGHPUT);
    } finally {
      lock.unlock();
    }
  }

  /** Deducts what a request for this key used. */
  public void charge(UnitKind kind, KeyPosition position, double units, long nowMillis) {
    lock.lock();
    try {
      bucketOf(kind).charge(units, nowMillis);
      partition(position).charge(kind, units, nowMillis);
      if (provisioned.isEmpty()) peak(kind).charge(units, nowMillis);
    } finally {
      lock.unlock();
    }
  }

  public int partitions() {
    lock.lock();
    try {
      return partitions.size();
    } finally {
      lock.unlock();
    }
  }

  private Partition partition(KeyPosition position) {
    var found = partitions.floorEntry(position);
    if (found == null) throw new IllegalStateException("no partition for " + position);
    return found.getValue();
  }

  private TokenBucket bucket(UnitKind kind, long nowMillis) {
    if (provisioned.isPresent()) {
      var units = provisioned.get();
      return new TokenBucket(
          kind == UnitKind.READ ? units.read : units.write, BURST_SECONDS, nowMillis);
    }
    var most = maximum.of(kind);
    return most.isPresent()
        ? new TokenBucket(most.getAsDouble(), BURST_SECONDS, nowMillis)
        : new TokenBucket(ACCOUNT_UNITS, ACCOUNT_SECONDS, nowMillis);
  }

  private TokenBucket bucketOf(UnitKind kind) {
    return kind == UnitKind.READ ? reads : writes;
  }

  private OnDemandPeak peak(UnitKind kind) {
    return kind == UnitKind.READ ? readPeak : writePeak;
  }

  private static int partitionsFor(Optional<Provisioned> provisioned) {
    return provisioned
        .map(units ->
            (int)
                Math.ceil(units.read / Partition.READ_UNITS + units.write / Partition.WRITE_UNITS))
        .orElse(ON_DEMAND_PARTITIONS);
  }

  /** Has enough partitions for twice the previous peak. */
  private void scale(long nowMillis) {
    addPartitionsFor(2 * readPeak.settled(nowMillis), 2 * writePeak.settled(nowMillis), nowMillis);
  }

  private void addPartitionsFor(double read, double write, long nowMillis) {
    double wanted = Math.max(read / Partition.READ_UNITS, write / Partition.WRITE_UNITS);
    addPartitions((int) Math.ceil(wanted), nowMillis);
  }

  private void addPartitions(int wanted, long nowMillis) {
    int most = Math.min(wanted, PARTITIONS_MAX);
    while (partitions.size() < most) halveWidest(nowMillis);
  }

  private void halveWidest(long nowMillis) {
    var widest = KeyPosition.FIRST;
    long last = 0;
    for (var from : partitions.keySet()) {
      var to = partitions.higherKey(from);
      if (to != null && to.hash() == from.hash()) continue;
      // The distance to the last hash of the range; its width may be 2^64, which is no long.
      long distance = (to == null ? 0 : to.hash()) - from.hash() - 1;
      if (Long.compareUnsigned(distance, last) > 0) {
        widest = from;
        last = distance;
      }
    }
    partitions.putIfAbsent(
        KeyPosition.ofHash(widest.hash() + (last >>> 1) + 1), new Partition(nowMillis));
  }

  private void split(Partition hot, long nowMillis) {
    hot.restartHeat();
    if (partitions.size() >= PARTITIONS_MAX) return;
    hot.divide().ifPresent(middle -> partitions.putIfAbsent(middle, new Partition(nowMillis)));
  }

  /** Returns where the partitions begin, in their order. */
  public List<KeyPosition> starts() {
    lock.lock();
    try {
      return List.copyOf(partitions.keySet());
    } finally {
      lock.unlock();
    }
  }
}
