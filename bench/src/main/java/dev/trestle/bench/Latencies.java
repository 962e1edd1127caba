package dev.trestle.bench;

/** Latencies in buckets about 3 % wide, from which percentiles are read. */
public final class Latencies {
  private static final int STEPS = 32;

  private final long[] buckets = new long[64 * STEPS];
  private long count;

  public void add(long nanos) {
    buckets[bucket(Math.max(1, nanos))]++;
    count++;
  }

  public void add(Latencies other) {
    for (int i = 0; i < buckets.length; i++) buckets[i] += other.buckets[i];
    count += other.count;
  }

  public long count() {
    return count;
  }

  /** The latency in microseconds that this share of all calls did not exceed. */
  public double micros(double share) {
    long wanted = (long) Math.ceil(count * share);
    long seen = 0;
    for (int i = 0; i < buckets.length; i++) {
      seen += buckets[i];
      if (seen >= wanted && seen > 0) return upper(i) / 1000.0;
    }
    return 0;
  }

  private static int bucket(long nanos) {
    int power = 63 - Long.numberOfLeadingZeros(nanos);
    long rest = nanos - (1L << power);
    int step = power < 5 ? (int) (rest << (5 - power)) : (int) (rest >>> (power - 5));
    return power * STEPS + step;
  }

  private static double upper(int bucket) {
    int power = bucket / STEPS;
    return (1L << power) * (1 + (bucket % STEPS + 1) / (double) STEPS);
  }
}
