package dev.trestle.platform.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryLimiterTest extends LimiterContract {
  /** Near its end, as {@code System.nanoTime} may be: it must be able to run over. */
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000);

  private final MemoryLimiter limiter = new MemoryLimiter(nanos::get, 1000);

  @Override
  protected Limiter limiter() {
    return limiter;
  }

  @Override
  protected void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void many_keys_do_not_fill_the_memory() {
    for (int i = 0; i < 20_000; i++) limiter.take(Rate.perHour("a", 5), "key " + i);
    assertThat(limiter.size()).isBetween(1L, 1000L);
  }

  @Test
  void full_buckets_are_forgotten() {
    limiter.take(Rate.perSecond("a", 5), "ann");
    assertThat(limiter.size()).isEqualTo(1);
    pass(Duration.ofSeconds(2));
    assertThat(limiter.size()).isZero();
  }
}
