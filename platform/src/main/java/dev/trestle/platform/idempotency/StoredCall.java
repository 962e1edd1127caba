package dev.trestle.platform.idempotency;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A call with an {@code Idempotency-Key}: who runs it, and its reply once there is one.
 *
 * @param id hash of caller, route and key
 * @param request hash of the request
 * @param run the run that holds the key. A run that lost it cannot write its reply
 * @param heldMillis until when no other run may start: the end of a lease while the call runs, then
 *     as long as the reply is kept
 * @param keptMillis when the key becomes free again, {@link #KEPT} after its first use. Compared in
 *     conditions, because time to live deletes late
 * @param expires the same time, for time to live
 */
record StoredCall(
    String id,
    String request,
    String run,
    long heldMillis,
    long keptMillis,
    Optional<StoredReply> reply,
    Instant expires) {
  /** How long a key is kept. */
  static final Duration KEPT = Duration.ofHours(24);

  /**
   * A reply.
   *
   * @param isWhole false if the body was too long to store
   */
  record StoredReply(
      int status, String type, byte[] body, List<StoredHeader> headers, boolean isWhole) {}

  record StoredHeader(String name, String value) {}

  /** When the key was first used. The same for all runs. */
  Instant firstUsed() {
    return Instant.ofEpochMilli(keptMillis).minus(KEPT);
  }
}
