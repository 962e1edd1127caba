package dev.trestle.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final long SEED = 5;

  @Test
  void acts_are_done_as_often_as_they_weigh() throws Exception {
    var often = new LongAdder();
    var seldom = new LongAdder();
    var enough = new CountDownLatch(200);
    var simulation =
        new Simulation(1000, SEED)
            .add(
                9,
                _ -> {
                  often.increment();
                  enough.countDown();
                })
            .add(
                1,
                _ -> {
                  seldom.increment();
                  enough.countDown();
                });
    try (simulation) {
      simulation.start();
      assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(often.sum()).isGreaterThan(4 * seldom.sum());
    assertThat(seldom.sum()).isPositive();
  }

  @Test
  void an_act_that_hangs_does_not_stop_the_others() throws Exception {
    var release = new CountDownLatch(1);
    var others = new CountDownLatch(20);
    try (var simulation =
        new Simulation(1000, SEED).add(1, _ -> release.await()).add(9, _ -> others.countDown())) {
      simulation.start();
      assertThat(others.await(60, TimeUnit.SECONDS)).isTrue();
      release.countDown();
    }
  }

  @Test
  void an_error_is_counted_and_the_crowd_goes_on() throws Exception {
    var tries = new CountDownLatch(10);
    var simulation = new Simulation(1000, SEED);
    try (simulation) {
      simulation
          .add(
              1,
              _ -> {
                tries.countDown();
                throw new IllegalStateException("met by a person of the demo");
              })
          .start();
      assertThat(tries.await(60, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(simulation.failed()).isGreaterThanOrEqualTo(10);
    assertThat(simulation.completed()).isZero();
  }

  @Test
  void a_rate_of_nothing_is_silence_and_ends_at_once() {
    var performed = new AtomicInteger();
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> new Simulation(0, SEED).add(1, _ -> performed.incrementAndGet()).start().close());
    assertThat(performed).hasValue(0);
  }
}
