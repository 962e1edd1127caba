package dev.trestle.app.server;

import dev.trestle.platform.limit.Limiter;
import dev.trestle.platform.limit.Rate;
import java.time.Duration;
import java.util.Random;

/**
 * Refuses at random, whatever was taken before. With real limits, nearly all of many requests would
 * be refused before anything looks at them.
 */
final class RandomLimiter implements Limiter {
  private static final Duration WAIT = Duration.ofSeconds(1);

  private final Random random;
  private final int allowedPercent;
  private volatile boolean allowsAll;

  RandomLimiter(Random random, int allowedPercent) {
    this.random = random;
    this.allowedPercent = allowedPercent;
  }

  void allowAll(boolean all) {
    allowsAll = all;
  }

  @Override
  public Verdict take(Rate rate, String key, int tokens) {
    return allowsAll || random.nextInt(100) < allowedPercent
        ? new Verdict(true, rate.burst(), Duration.ZERO, Duration.ZERO)
        : new Verdict(false, 0, WAIT, WAIT);
  }

  @Override
  public void giveBack(Rate rate, String key, int tokens) {}
}
