package dev.trestle.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.thread.UncaughtErrors;
import dev.trestle.store.Cursor;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract of {@link WorkQueue}. An implementation creates one for each test. */
public interface WorkQueueContract {
  Duration SOON = Duration.ofSeconds(60);

  WorkOptions QUICK =
      WorkOptions.STANDARD
          .visibility(Duration.ofSeconds(5))
          .backoff(new Backoff(3, Duration.ofMillis(20), Duration.ofMillis(100)));

  /** The queue under test, whose jobs of one queue have one order. */
  WorkQueue queue();

  static NewJob now(String id) {
    return new NewJob("mail", id, "payload of " + id, Instant.now());
  }

  @Test
  default void what_is_enqueued_is_handled_with_its_payload() throws Exception {
    var seen = new ConcurrentLinkedQueue<String>();
    try (var _ =
        queue()
            .work(
                "mail",
                QUICK,
                claim -> {
                  seen.add(claim.id() + " " + claim.payload() + " " + claim.attempt());
                  return JobOutcome.done();
                })) {
      queue().enqueue(now("a"));
      Await.until(() -> !seen.isEmpty(), SOON);
      Await.until(() -> queue().stats("mail").done() == 1, SOON);
    }
    assertThat(seen).containsExactly("a payload of a 1");
    assertThat(queue().stats("mail").waiting()).isZero();
  }

  @Test
  default void the_same_work_twice_is_one_job() {
    var due = Instant.now();
    assertThat(queue().enqueue(new NewJob("mail", "a", "x", due))).isTrue();
    assertThat(queue().enqueue(new NewJob("mail", "a", "x", due))).isFalse();
    assertThat(queue().stats("mail").waiting()).isEqualTo(1);
  }

  @Test
  default void nothing_is_handled_before_it_is_due() throws Exception {
    var due = Instant.now().plusMillis(700);
    queue().enqueue(new NewJob("mail", "later", "", due));
    var at = new ConcurrentLinkedQueue<Instant>();
    try (var _ =
        queue()
            .work(
                "mail",
                QUICK,
                _ -> {
                  at.add(Instant.now());
                  return JobOutcome.done();
                })) {
      Await.until(() -> !at.isEmpty(), SOON);
    }
    assertThat(at.element()).isBetween(due.minusMillis(1), due.plus(SOON));
  }

  @Test
  default void one_at_a_time_is_in_the_order_of_due_times() throws Exception {
    var start = Instant.now().minusSeconds(1);
    var ids = new ArrayList<String>();
    for (int i = 0; i < 120; i++) ids.add("job-" + i);
    for (int i = ids.size() - 1; i >= 0; i--) {
      queue().enqueue(new NewJob("mail", ids.get(i), "", start.plusMillis(i)));
    }
    var seen = new ConcurrentLinkedQueue<String>();
    try (var _ =
        queue()
            .work(
                "mail",
                QUICK.concurrency(1),
                claim -> {
                  seen.add(claim.id());
                  return JobOutcome.done();
                })) {
      Await.until(() -> seen.size() == ids.size(), SOON);
    }
    assertThat(List.copyOf(seen)).isEqualTo(ids);
  }

  @Test
  default void no_more_are_handled_at_a_time_than_was_asked_for() throws Exception {
    for (int i = 0; i < 60; i++) queue().enqueue(now("job-" + i));
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var done = new AtomicInteger();
    var firstThree = new CountDownLatch(3);
    try (var _ =
        queue()
            .work(
                "mail",
                QUICK.concurrency(3),
                _ -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  firstThree.countDown();
                  firstThree.await();
                  running.decrementAndGet();
                  done.incrementAndGet();
                  return JobOutcome.done();
                })) {
      Await.until(() -> done.get() == 60, SOON);
    }
    assertThat(most.get()).isEqualTo(3);
  }

  @Test
  default void a_failure_is_tried_again_and_then_dead() throws Exception {
    var attempts = new ConcurrentLinkedQueue<Long>();
    queue().enqueue(now("bad"));
    try (var _ =
        queue()
            .work(
                "mail",
                QUICK,
                claim -> {
                  attempts.add(claim.attempt());
                  throw new IllegalStateException("no such tenant");
                })) {
      Await.until(() -> queue().stats("mail").dead() == 1, SOON);
    }
    assertThat(attempts).containsExactly(1L, 2L, 3L);
    var dead = queue().dead("mail", Cursor.start()).items();
    assertThat(dead).hasSize(1);
    assertThat(dead.getFirst().failure()).isEqualTo("IllegalStateException: no such tenant");
    assertThat(dead.getFirst().payload()).isEqualTo("payload of bad");
    assertThat(queue().stats("mail").failed()).isEqualTo(1);
  }

  @Test
  default void what_is_hopeless_is_dead_at_once() throws Exception {
    queue().enqueue(now("bad"));
    var calls = new AtomicInteger();
    try (var _ =
        queue()
            .work(
                "mail",
                QUICK,
                _ -> {
                  calls.incrementAndGet();
                  return JobOutcome.failed("redacted");
                })) {
      Await.until(() -> queue().stats("mail").dead() == 1, SOON);
    }
    assertThat(calls.get()).isEqualTo(1);
  }

  @Test
  default void dead_letters_are_replayed_or_dropped() throws Exception {
    for (int i = 0; i < 5; i++) queue().enqueue(now("bad-" + i));
    try (var _ = queue().work("mail", QUICK, _ -> JobOutcome.failed("not yet"))) {
      Await.until(() -> queue().stats("mail").dead() == 5, SOON);
    }
    var dead = queue().dead("mail", Cursor.start()).items();
    assertThat(queue().drop(dead.get(0))).isTrue();
    assertThat(queue().drop(dead.get(0))).isFalse();
    assertThat(queue().replay(dead.get(0))).isFalse();
    assertThat(queue().replay(dead.get(1))).isTrue();
    assertThat(queue().replay(dead.get(1))).isFalse();
    assertThat(queue().replayAll("mail")).isEqualTo(3);
    Map<String, Long> seen = new ConcurrentHashMap<>();
    try (var _ =
        queue()
            .work(
                "mail",
                QUICK,
                claim -> {
                  seen.put(claim.id(), claim.attempt());
                  return JobOutcome.done();
                })) {
      Await.until(() -> seen.size() == 4, SOON);
      Await.until(() -> queue().stats("mail").done() == 4, SOON);
    }
    assertThat(seen.values()).containsOnly(1L);
    assertThat(seen.keySet()).doesNotContain(dead.get(0).id());
    assertThat(queue().stats("mail").dead()).isZero();
  }

  @Test
  default void a_handler_that_takes_longer_than_the_visibility_keeps_its_job() throws Exception {
    // Renewals on a busy machine may be seconds late.
    var visibility = Duration.ofSeconds(10);
    queue().enqueue(now("slow"));
    // Its turn comes when the visibility has passed twice.
    var due = Instant.now().plus(visibility.multipliedBy(2));
    queue().enqueue(new NewJob("mail", "later", "", due));
    var calls = new AtomicInteger();
    var isLater = new CountDownLatch(1);
    JobHandler handler =
        claim -> {
          if (claim.id().equals("later")) {
            isLater.countDown();
          } else {
            calls.incrementAndGet();
            isLater.await();
          }
          return JobOutcome.done();
        };
    // A worker never takes a job that it runs already. The other one does, unless it is kept.
    try (var _ = queue().work("mail", QUICK.visibility(visibility), handler);
        var _ = queue().work("mail", QUICK.visibility(visibility), handler)) {
      Await.until(() -> queue().stats("mail").done() == 2, SOON);
    }
    assertThat(calls.get()).isEqualTo(1);
  }

  @Test
  default void a_worker_that_stops_lets_what_is_under_way_end() throws Exception {
    queue().enqueue(now("slow"));
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var ended = new AtomicInteger();
    try (var worker =
        queue()
            .work(
                "mail",
                QUICK,
                _ -> {
                  begun.countDown();
                  release.await();
                  ended.incrementAndGet();
                  return JobOutcome.done();
                })) {
      begun.await();
      var stopping = Thread.ofVirtual().start(() -> worker.stop(SOON));
      Await.until(() -> isWaiting(stopping), SOON);
      release.countDown();
      stopping.join();
      assertThat(ended.get()).isEqualTo(1);
      queue().enqueue(now("after"));
    }
    assertThat(queue().stats("mail").done()).isEqualTo(1);
    assertThat(queue().stats("mail").waiting()).isEqualTo(1);
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        || thread.getState() == Thread.State.TIMED_WAITING;
  }

  @Test
  default void an_error_in_a_handler_is_a_failed_attempt_and_frees_its_slot() throws Exception {
    queue().enqueue(now("broken"));
    queue().enqueue(now("sound"));
    var attempts = new ConcurrentLinkedQueue<String>();
    try (var _ =
        queue()
            .work(
                "mail",
                QUICK.concurrency(1),
                claim -> {
                  attempts.add(claim.id());
                  if (claim.id().equals("broken")) throw new StackOverflowError("on purpose");
                  return JobOutcome.done();
                })) {
      Await.until(() -> queue().stats("mail").dead() == 1, SOON);
      Await.until(() -> queue().stats("mail").done() == 1, SOON);
    }
    assertThat(attempts).contains("sound").filteredOn("broken"::equals).hasSize(3);
  }

  @Test
  default void what_is_postponed_comes_again_and_costs_no_attempt() throws Exception {
    queue().enqueue(now("crowded"));
    var attempts = new ConcurrentLinkedQueue<Long>();
    try (var _ =
        queue()
            .work(
                "mail",
                QUICK,
                claim -> {
                  attempts.add(claim.attempt());
                  return attempts.size() < 10
                      ? JobOutcome.postponed(Duration.ofMillis(20))
                      : JobOutcome.done();
                })) {
      Await.until(() -> queue().stats("mail").done() == 1, SOON);
    }
    assertThat(attempts).hasSize(10).containsOnly(1L);
    assertThat(queue().stats("mail").dead()).isZero();
  }

  /** It ends the thread of the job, and with it the process, if that is set up so. */
  @Test
  default void a_fatal_error_in_a_handler_is_not_a_failed_attempt() throws Exception {
    try (var fatal = new UncaughtErrors();
        var _ =
            queue()
                .work(
                    "mail",
                    QUICK,
                    claim -> {
                      if (claim.id().equals("fatal")) throw new InternalError("on purpose");
                      return JobOutcome.done();
                    })) {
      queue().enqueue(now("fatal"));
      Await.until(() -> fatal.contain(InternalError.class), SOON);
    }
    assertThat(queue().stats("mail").dead()).isZero();
  }

  @Test
  default void what_a_stopping_worker_interrupts_comes_again_and_costs_no_attempt()
      throws Exception {
    queue().enqueue(now("slow"));
    var begun = new CountDownLatch(1);
    var worker =
        queue()
            .work(
                "mail",
                QUICK,
                _ -> {
                  begun.countDown();
                  new CountDownLatch(1).await(); // until it is interrupted
                  return JobOutcome.done();
                });
    begun.await();
    worker.stop(Duration.ofMillis(10));
    var attempt = new ConcurrentLinkedQueue<Long>();
    try (var _ =
        queue()
            .work(
                "mail",
                QUICK,
                claim -> {
                  attempt.add(claim.attempt());
                  return JobOutcome.done();
                })) {
      Await.until(() -> !attempt.isEmpty(), SOON);
    }
    assertThat(attempt).containsExactly(1L);
  }

  @Test
  default void queues_do_not_mix() throws Exception {
    queue().enqueue(new NewJob("mail", "a", "", Instant.now()));
    queue().enqueue(new NewJob("post", "b", "", Instant.now()));
    Set<String> seen = ConcurrentHashMap.newKeySet();
    try (var _ =
        queue()
            .work(
                "post",
                QUICK,
                claim -> {
                  seen.add(claim.id());
                  return JobOutcome.done();
                })) {
      Await.until(() -> queue().stats("post").done() == 1, SOON);
    }
    assertThat(seen).containsExactly("b");
    assertThat(queue().stats("mail").waiting()).isEqualTo(1);
  }
}
