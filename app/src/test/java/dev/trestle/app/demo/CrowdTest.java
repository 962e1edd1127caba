package dev.trestle.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class CrowdTest {
  private static final long SEED = 5;

  @Test
  void acts_are_done_as_often_as_they_weigh() throws Exception {
    var often = new LongAdder();
    var seldom = new LongAdder();
    var enough = new CountDownLatch(200);
    var crowd =
        new Crowd(1000, SEED)
            .does(
                9,
                _ -> {
                  often.increment();
                  enough.countDown();
                })
            .does(
                1,
                _ -> {
                  seldom.increment();
                  enough.countDown();
                });
    try (crowd) {
      crowd.begin();
      assertThat(enough.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(often.sum()).isGreaterThan(4 * seldom.sum());
    assertThat(seldom.sum()).isPositive();
  }

  @Test
  void an_act_that_hangs_does_not_stop_the_others() throws Exception {
    var release = new CountDownLatch(1);
    var others = new CountDownLatch(20);
    try (var crowd =
        new Crowd(1000, SEED).does(1, _ -> release.await()).does(9, _ -> others.countDown())) {
      crowd.begin();
      assertThat(others.await(10, TimeUnit.SECONDS)).isTrue();
      release.countDown();
    }
  }

  @Test
  void an_error_is_counted_and_the_crowd_goes_on() throws Exception {
    var tries = new CountDownLatch(10);
    var crowd = new Crowd(1000, SEED);
    try (crowd) {
      crowd
          .does(
              1,
              _ -> {
                tries.countDown();
                throw new IllegalStateException("met by a person of the demo");
              })
          .begin();
      assertThat(tries.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(crowd.failed()).isGreaterThanOrEqualTo(10);
    assertThat(crowd.performed()).isZero();
  }

  @Test
  void a_rate_of_nothing_is_silence_and_ends_at_once() {
    var before = System.nanoTime();
    new Crowd(0, SEED).does(1, _ -> {}).begin().close();
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
  }
}
