package dev.trestle.dynamodb.embedded;

import java.time.Duration;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.retries.api.BackoffStrategy;

/**
 * How waiters look again. The SDK's own pause of twenty seconds is meant for a service far away;
 * the patience is the same here, the looks are closer together.
 */
final class Waiting {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(500);

  static final WaiterOverrideConfiguration CONFIGURATION =
      WaiterOverrideConfiguration.builder()
          .backoffStrategyV2(BackoffStrategy.fixedDelayWithoutJitter(PAUSE))
          .maxAttempts((int) PATIENCE.dividedBy(PAUSE))
          .build();

  private Waiting() {}
}
