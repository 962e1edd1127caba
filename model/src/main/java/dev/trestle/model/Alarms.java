package dev.trestle.model;

import java.time.Duration;
import java.util.Optional;

/**
 * When an operator is alerted: at this share of the provisioned units, at the first throttled
 * request, at this p99 latency, or at this size of the items under one partition key.
 *
 * @param collectionBytes for tables with a sort key. CloudWatch has no such metric, so exported
 *     templates have no such alarm; the console and {@code /metrics} watch it
 */
public record Alarms(
    double consumedShare,
    boolean throttled,
    Optional<Duration> latencyP99,
    Optional<Long> collectionBytes) {
  private static final long STANDARD_COLLECTION_BYTES = 8L << 30;

  /** At 80 % of the units, a throttled request, a p99 of 100 ms, or 8 GiB under one key. */
  public static final Alarms STANDARD =
      new Alarms(
          0.8, true, Optional.of(Duration.ofMillis(100)), Optional.of(STANDARD_COLLECTION_BYTES));

  public Alarms {
    if (!(consumedShare > 0 && consumedShare <= 1)) {
      throw new IllegalArgumentException("a share of " + consumedShare);
    }
    if (collectionBytes.isPresent() && collectionBytes.get() < 1) {
      throw new IllegalArgumentException("a collection of " + collectionBytes.get() + " bytes");
    }
  }
}
