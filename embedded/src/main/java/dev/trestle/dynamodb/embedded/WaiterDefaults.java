package dev.trestle.dynamodb.embedded;

import java.time.Duration;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.retries.api.BackoffStrategy;

/**
 * How often waiters poll. The SDK's twenty seconds suit a remote service; here they wait as long in
 * all but poll more often.
 */
final class WaiterDefaults {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(500);

  static final WaiterOverrideConfiguration CONFIGURATION =
      WaiterOverrideConfiguration.builder()
          .backoffStrategyV2(BackoffStrategy.fixedDelayWithoutJitter(PAUSE))
          .maxAttempts((int) PATIENCE.dividedBy(PAUSE))
          .build();

  private WaiterDefaults() {}
}
