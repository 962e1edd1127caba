package dev.trestle.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {
  /** Time passes only in pauses, and when a test says so. */
  private final AtomicLong nanos = new AtomicLong(1);

  private final Pace pace = new Pace(100, nanos::get, nanos::addAndGet);

  private Duration passed() {
    return Duration.ofNanos(nanos.get() - 1);
  }

  @Test
  void units_take_their_share_of_a_second() {
    for (int i = 0; i < 50; i++) pace.spend(4);
    assertThat(passed()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void a_pause_that_ends_early_is_continued() {
    var woken = new Pace(100, nanos::get, wait -> nanos.addAndGet(Math.max(1, wait / 2)));
    woken.spend(100);
    assertThat(passed()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void units_that_were_not_used_are_kept_for_a_tenth_of_a_second() {
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    pace.spend(10);
    assertThat(passed()).isEqualTo(Duration.ofMinutes(1));
    pace.spend(100);
    assertThat(passed()).isEqualTo(Duration.ofSeconds(61));
  }
}
