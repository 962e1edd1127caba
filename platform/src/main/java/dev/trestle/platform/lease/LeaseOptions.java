package dev.trestle.platform.lease;

import java.time.Duration;

/**
 * How leases are kept.
 *
 * @param member this server's name among the lease holders. A server that restarts under the same
 *     name takes its leases back at once, so no two servers may use a name at the same time
 * @param expiry how long a lease lasts without renewal
 * @param heartbeat how often progress is stored and leases are shared. A lease without progress is
 *     renewed three times before it could expire, or as often as there are heartbeats
 */
public record LeaseOptions(String member, Duration expiry, Duration heartbeat) {
  public LeaseOptions {
    boolean isPositive = !heartbeat.isNegative() && !heartbeat.isZero();
    if (!isPositive || expiry.compareTo(heartbeat.multipliedBy(2)) < 0) {
      throw new IllegalArgumentException(
          "leases of %s renewed every %s".formatted(expiry, heartbeat));
    }
  }

  /** Leases of ten seconds, with progress stored each second. */
  public static LeaseOptions of(String member) {
    return new LeaseOptions(member, Duration.ofSeconds(10), Duration.ofSeconds(1));
  }
}
