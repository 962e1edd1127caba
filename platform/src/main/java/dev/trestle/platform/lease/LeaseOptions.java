package dev.trestle.platform.lease;

import java.time.Duration;

/**
 * How leases are kept.
 *
 * @param member this process. A name that comes again after a restart takes its own leases back at
 *     once, so it must never be in use twice at a time
 * @param over a lease that was not renewed for so long is another's to take
 * @param beat how often leases are renewed and looked at
 */
public record LeaseOptions(String member, Duration over, Duration beat) {
  public LeaseOptions {
    if (beat.isNegative() || beat.isZero() || over.compareTo(beat.multipliedBy(2)) < 0) {
      throw new IllegalArgumentException("leases of %s renewed every %s".formatted(over, beat));
    }
  }

  /** Ten seconds, renewed each second. */
  public static LeaseOptions of(String member) {
    return new LeaseOptions(member, Duration.ofSeconds(10), Duration.ofSeconds(1));
  }
}
