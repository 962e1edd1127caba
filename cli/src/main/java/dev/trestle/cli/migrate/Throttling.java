package dev.trestle.cli.migrate;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Repeats what a table throttles, after pauses that grow: capacity comes back. Once one call has
 * given up, no other one of the pass is repeated.
 */
final class Throttling {
  /** They take some ten minutes. */
  static final int TRIES_MAX = 240;

  private static final long PAUSE_NANOS_MIN = Duration.ofMillis(50).toNanos();
  private static final long PAUSE_NANOS_MAX = Duration.ofSeconds(5).toNanos();
  private static final int DOUBLINGS_MAX = 7;

  /** The reasons for which a transaction is cancelled where another request is throttled. */
  private static final Set<String> REASONS =
      Set.of("ThrottlingError", "ProvisionedThroughputExceeded");

  private final String table;
  private final LongConsumer pause;
  private volatile boolean isOver;

  Throttling(String table) {
    this(table, LockSupport::parkNanos);
  }

  /** With a pause in nanoseconds, which may end early. */
  Throttling(String table, LongConsumer pause) {
    this.table = table;
    this.pause = pause;
  }

  /** Makes a call until it is not throttled. It must be one that can be repeated. */
  <T> T outlast(Supplier<T> call) {
    for (int tries = 1; tries <= TRIES_MAX && !isOver; tries++) {
      try {
        return call.get();
      } catch (AwsServiceException e) {
        if (!isThrottled(e)) throw e;
        long max = PAUSE_NANOS_MIN << Math.min(tries, DOUBLINGS_MAX);
        pause.accept(
            ThreadLocalRandom.current().nextLong(PAUSE_NANOS_MIN, Math.min(max, PAUSE_NANOS_MAX)));
      }
    }
    isOver = true;
    throw new MigrationException(
        "DynamoDB has throttled a request of the migration of %s %d times in a row. Apply again with"
                .formatted(table, TRIES_MAX)
            + " more capacity or fewer units a second (--units): it goes on where it was.");
  }

  static boolean isThrottled(AwsServiceException e) {
    return e instanceof TransactionCanceledException cancelled
        ? cancelled.cancellationReasons().stream()
            .map(CancellationReason::code)
            .anyMatch(code -> code != null && REASONS.contains(code))
        : e.isThrottlingException();
  }
}
