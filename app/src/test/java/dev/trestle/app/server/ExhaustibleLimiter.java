package dev.trestle.app.server;

import dev.trestle.platform.limit.Limiter;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.Rate;
import java.time.Duration;

/** A limiter whose buckets a test can empty all at once. */
final class ExhaustibleLimiter implements Limiter {
  private static final Duration WAIT = Duration.ofSeconds(7);

  private final Limiter limiter = new MemoryLimiter(System::nanoTime, 1_000_000);
  private volatile boolean isExhausted;

  void exhaust(boolean exhausted) {
    isExhausted = exhausted;
  }

  @Override
  public Verdict take(Rate rate, String key, int tokens) {
    return isExhausted ? new Verdict(false, 0, WAIT, WAIT) : limiter.take(rate, key, tokens);
  }

  @Override
  public void giveBack(Rate rate, String key, int tokens) {
    limiter.giveBack(rate, key, tokens);
  }
}
