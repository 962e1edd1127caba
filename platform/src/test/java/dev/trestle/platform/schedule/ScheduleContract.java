package dev.trestle.platform.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.ManualClock;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.schedule.Offers.Ending;
import dev.trestle.platform.schedule.Offers.OfOffer;
import dev.trestle.platform.schedule.Offers.Offer;
import dev.trestle.platform.schedule.Offers.UpTo;
import dev.trestle.platform.thread.UncaughtErrors;
import dev.trestle.store.Store;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract of {@link Schedule}. A subclass creates one for each test, with a manual clock. */
abstract class ScheduleContract {
  static final Duration SOON = Duration.ofSeconds(60);

  abstract Schedule schedule();

  abstract WorkQueue queue();

  abstract Store offers();

  abstract ManualClock clock();

  DueItems<UpTo, Offer> due() {
    return new DueItems<>("offers", offers(), Offers.DUE, Offers.SHARDS, UpTo::new);
  }

  void open(int number, Duration after) {
    var offer =
        new Offer(
            "o-" + number,
            "open",
            0,
            Optional.of((long) number % Offers.SHARDS),
            Optional.of(clock().instant().truncatedTo(ChronoUnit.MILLIS).plus(after)));
    assertThat(offers().run(Offers.OPEN, offer).isDone()).isTrue();
  }

  void end(Offer offer) {
    offers().run(Offers.END, new Ending(offer.offer(), offer.state()));
  }

  Offer offer(int number) {
    return offers().run(Offers.READ, new OfOffer("o-" + number)).orElseThrow();
  }

  @Test
  void items_are_handed_out_when_they_are_due_and_not_before() {
    open(1, Duration.ofMinutes(1));
    open(2, Duration.ofMinutes(2));
    clock().advance(Duration.ofNanos(1)); // clocks are finer than keys
    try (var _ = schedule().due(due(), this::end)) {
      clock().advance(Duration.ofMinutes(1));
      Await.until(() -> offer(1).state().equals("ended"), SOON);
      assertThat(offer(2).state()).isEqualTo("open");
      clock().advance(Duration.ofMinutes(1));
      Await.until(() -> offer(2).state().equals("ended"), SOON);
    }
    assertThat(offer(1).endings()).isEqualTo(1);
    assertThat(offer(1).due()).isEmpty();
  }

  @Test
  void what_cannot_be_handled_comes_again_and_holds_up_nothing() {
    for (int i = 0; i < 50; i++) open(i, Duration.ZERO);
    var failures = new AtomicInteger();
    try (var _ =
        schedule()
            .due(
                due(),
                offer -> {
                  if (offer.offer().equals("o-0") && failures.incrementAndGet() < 3) {
                    throw new IllegalStateException("not now");
                  }
                  end(offer);
                })) {
      Await.until(() -> offer(49).state().equals("ended"), SOON);
      Await.until(() -> offer(0).state().equals("ended"), SOON);
    }
    assertThat(failures.get()).isGreaterThanOrEqualTo(3);
  }

  /** It ends the thread, and with it the process, if that is set up so. */
  @Test
  void a_fatal_error_in_a_handler_is_told() {
    open(1, Duration.ZERO);
    try (var fatal = new UncaughtErrors();
        var _ =
            schedule()
                .due(
                    due(),
                    _ -> {
                      throw new InternalError("on purpose");
                    })) {
      Await.until(() -> fatal.contain(InternalError.class), SOON);
    }
  }

  private static final WorkOptions WORK =
      WorkOptions.STANDARD.backoff(new Backoff(3, Duration.ofMillis(10), Duration.ofMillis(10)));

  @Test
  void a_recurring_job_is_enqueued_once_for_each_time() {
    var seen = new ConcurrentLinkedQueue<String>();
    var every = new Recurring("sweep", "chores", "all", Cadence.every(Duration.ofMinutes(10)));
    long start = clock().instant().toEpochMilli();
    try (var _ = schedule().recurring(List.of(every));
        var _ = schedule().recurring(List.of(every));
        var _ =
            queue()
                .work(
                    "chores",
                    WORK,
                    claim -> {
                      seen.add(claim.id() + " " + claim.payload());
                      return JobOutcome.done();
                    })) {
      begun(every);
      for (int i = 1; i <= 3; i++) {
        clock().advance(Duration.ofMinutes(10));
        int times = i;
        Await.until(() -> seen.size() == times, SOON);
      }
    }
    long ten = Duration.ofMinutes(10).toMillis();
    assertThat(seen)
        .containsExactly(
            "sweep#" + (start + ten) + " all",
            "sweep#" + (start + 2 * ten) + " all",
            "sweep#" + (start + 3 * ten) + " all");
  }

  @Test
  void times_that_passed_without_a_process_become_one_job() {
    var every = new Recurring("sweep", "chores", "", Cadence.every(Duration.ofMinutes(10)));
    try (var _ = schedule().recurring(List.of(every))) {
      begun(every);
    }
    clock().advance(Duration.ofMinutes(45));
    try (var _ = schedule().recurring(List.of(every))) {
      Await.until(() -> queue().stats("chores").waiting() == 1, SOON);
      clock().advance(Duration.ofMinutes(10));
      Await.until(() -> queue().stats("chores").waiting() == 2, SOON);
    }
    assertThat(queue().stats("chores").waiting()).isEqualTo(2);
  }

  /** Waits until its first time is written down. */
  abstract void begun(Recurring recurring);
}
