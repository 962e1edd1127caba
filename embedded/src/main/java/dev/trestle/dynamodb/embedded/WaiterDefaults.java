package dev.trestle.dynamodb.embedded;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.retries.api.BackoffStrategy;

/**
 * How waiters poll. The SDK's twenty seconds suit a remote service; here they wait as long in all
 * but poll more often.
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

  /** A timer for asynchronous waiters. Its thread ends when none has waited for a while. */
  static ScheduledExecutorService timer() {
    var threads = Thread.ofPlatform().daemon().name("trestle-waiters").factory();
    var timer = new ScheduledThreadPoolExecutor(1, threads);
    timer.setKeepAliveTime(1, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    return timer;
  }
}
