package dev.trestle.engine.capacity;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A histogram of latencies with buckets that are about 9 % wide. Adding a value is one increment.
 */
public final class Histogram {
  private static final int STEPS = 8;
  private static final int STEP_BITS = 3;

  private final AtomicLongArray buckets = new AtomicLongArray(Long.SIZE * STEPS);

  public void add(long nanos) {
    buckets.getAndIncrement(bucket(Math.max(1, nanos)));
  }

  public long count() {
    long count = 0;
    for (int i = 0; i < buckets.length(); i++) count += buckets.get(i);
    return count;
  }

  /**
   * Returns a latency in nanoseconds that this share of all values did not exceed, or 0 if there
   * are no values.
   */
  public long percentile(double share) {
    long wanted = Math.max(1, (long) Math.ceil(count() * share));
    long seen = 0;
    for (int i = 0; i < buckets.length(); i++) {
      seen += buckets.get(i);
      if (seen >= wanted) return upper(i);
    }
    return 0;
  }

  /** Returns a copy of the current counts. */
  public Histogram copy() {
    return since(new Histogram());
  }

  /** Returns what was added since the copy was made. */
  public Histogram since(Histogram copy) {
    var added = new Histogram();
    for (int i = 0; i < buckets.length(); i++) {
      added.buckets.setPlain(i, buckets.get(i) - copy.buckets.get(i));
    }
    return added;
  }

  private static int bucket(long nanos) {
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
    long rest = nanos - (1L << power);
    long step = power < STEP_BITS ? rest << (STEP_BITS - power) : rest >>> (power - STEP_BITS);
    return power * STEPS + (int) step;
  }

  private static long upper(int bucket) {
    int power = bucket / STEPS;
    int step = bucket % STEPS + 1;
    return (1L << power)
        + (power < STEP_BITS ? step >>> (STEP_BITS - power) : (long) step << (power - STEP_BITS));
  }
}
