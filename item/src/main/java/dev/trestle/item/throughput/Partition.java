package dev.trestle.item.throughput;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A range of keys with its own limits: 3000 read and 1000 write units per second. */
final class Partition {
  static final double READ_UNITS = 3000;
  static final double WRITE_UNITS = 1000;

  /** A partition saves nothing: burst capacity belongs to the table. */
  private static final double SAVED_SECONDS = 1;

  /**
   * How long a partition has to be throttled, without a pause of more than a minute, before it is
   * split. DynamoDB does not say how long it takes.
   */
  static final long HEAT_MILLIS = 10 * 60_000L;

  private static final long PAUSE_MILLIS = 60_000;
  private static final int SAMPLES = 64;

  private final TokenBucket reads;
  private final TokenBucket writes;
  private final KeyPosition[] samples = new KeyPosition[SAMPLES];
  private long sampled;
  private long throttledSince = Long.MIN_VALUE;
  private long throttledLast = Long.MIN_VALUE;

  Partition(long nowMillis) {
    reads = new TokenBucket(READ_UNITS, SAVED_SECONDS, nowMillis);
    writes = new TokenBucket(WRITE_UNITS, SAVED_SECONDS, nowMillis);
  }

  boolean hasUnits(UnitKind kind, long nowMillis) {
    return bucket(kind).hasUnits(nowMillis);
  }

  void charge(UnitKind kind, double units, long nowMillis) {
    bucket(kind).charge(units, nowMillis);
  }

  private TokenBucket bucket(UnitKind kind) {
    return kind == UnitKind.READ ? reads : writes;
  }

  /** Remembers which keys are requested, in order to split between them. */
  void sample(KeyPosition position) {
    samples[(int) (sampled++ % SAMPLES)] = position;
  }

  /** Returns whether the partition has been throttled for long enough to be split. */
  boolean throttled(long nowMillis) {
    if (throttledLast == Long.MIN_VALUE || nowMillis - throttledLast > PAUSE_MILLIS) {
      throttledSince = nowMillis;
    }
    throttledLast = nowMillis;
    return nowMillis - throttledSince >= HEAT_MILLIS;
  }

  void restartHeat() {
    throttledLast = Long.MIN_VALUE;
  }

  /**
   * Returns where the recent requests divide into two halves. Empty if they are all for one key, or
   * if their keys only increase, as with a sort key of times: DynamoDB does not split those either,
   * since all traffic would move to the upper half.
   */
  Optional<KeyPosition> divide() {
    if (sampled < SAMPLES) return Optional.empty();
    var inOrder = new ArrayList<KeyPosition>();
    for (long i = sampled; i < sampled + SAMPLES; i++) inOrder.add(samples[(int) (i % SAMPLES)]);
    if (onlyIncreases(inOrder)) return Optional.empty();
    Collections.sort(inOrder);
    var lowest = inOrder.getFirst();
    var middle = inOrder.get(SAMPLES / 2);
    if (middle.compareTo(lowest) > 0) return Optional.of(middle);
    return inOrder.stream().filter(position -> position.compareTo(lowest) > 0).findFirst();
  }

  private static boolean onlyIncreases(List<KeyPosition> inOrder) {
    var earlier = Collections.max(inOrder.subList(0, SAMPLES / 2));
    var later = Collections.min(inOrder.subList(SAMPLES / 2, SAMPLES));
    return later.compareTo(earlier) > 0;
  }
}
