package dev.trestle.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TrustedClockTest {
  private final SetClock system = new SetClock();
  private final AtomicLong nanos = new AtomicLong();
  private final Instant start = system.instant();

  private TrustedClock open(Instant stored) {
    return new TrustedClock(system, nanos::get, stored);
  }

  private void pass(Duration time) {
    system.advance(time);
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void a_clock_that_runs_is_followed() {
    var clock = open(Instant.EPOCH);
    pass(Duration.ofDays(3));
    assertThat(clock.instant()).isEqualTo(start.plus(Duration.ofDays(3)));
  }

  @Test
  void a_jump_forward_is_believed_for_an_hour_only() {
    var clock = open(start);
    system.advance(Duration.ofDays(400));
    assertThat(clock.instant()).isEqualTo(start.plus(Duration.ofHours(1)));
    pass(Duration.ofMinutes(10));
    assertThat(clock.instant()).isEqualTo(start.plus(Duration.ofMinutes(70)));
  }

  @Test
  void a_clock_that_is_set_back_stands_still_until_it_has_caught_up() {
    var clock = open(start);
    system.advance(Duration.ofDays(-2));
    pass(Duration.ofHours(1));
    assertThat(clock.instant()).isEqualTo(start);
    pass(Duration.ofDays(2));
    assertThat(clock.instant()).isEqualTo(start.plus(Duration.ofHours(1)));
  }

  @Test
  void a_long_pause_is_believed_when_the_engine_is_opened() {
    system.advance(Duration.ofDays(34));
    assertThat(open(start).instant()).isEqualTo(start.plus(Duration.ofDays(34)));
  }

  @Test
  void a_pause_of_more_than_35_days_is_doubted_until_somebody_confirms_it() {
    system.advance(Duration.ofDays(36));
    var clock = open(start);
    assertThat(clock.isDoubted()).isTrue();
    assertThat(clock.instant()).isEqualTo(start);
    clock.trust();
    assertThat(clock.isDoubted()).isFalse();
    assertThat(clock.instant()).isEqualTo(system.instant());
  }

  @Test
  void a_clock_that_is_set_right_is_believed_again() {
    system.advance(Duration.ofDays(400));
    var clock = open(start);
    pass(Duration.ofMinutes(10));
    assertThat(clock.isDoubted()).isTrue();
    system.advance(Duration.ofDays(-399));
    assertThat(clock.isDoubted()).isFalse();
    assertThat(clock.instant()).isEqualTo(system.instant());
    system.advance(Duration.ofDays(100));
    assertThat(clock.isDoubted()).as("a jump while it runs").isFalse();
    assertThat(clock.instant()).isEqualTo(start.plus(Duration.ofDays(1)).plusSeconds(4200));
  }
}
