package dev.trestle.platform.metrics;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  @Test
  void work_that_is_not_done_for_too_long_fails_until_it_is_done_again() {
    var now = new AtomicLong(Long.MAX_VALUE - 1);
    var watchdog = new Watchdog(Duration.ofSeconds(30), now::get);
    now.addAndGet(Duration.ofSeconds(30).toNanos());
    assertThatCode(watchdog::check).doesNotThrowAnyException();
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThatThrownBy(watchdog::check).hasMessage("not done for 31 s");
    watchdog.done();
    assertThatCode(watchdog::check).doesNotThrowAnyException();
  }
}
