package dev.trestle.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.lease.Mortal;
import dev.trestle.platform.queue.Effects.Counting;
import dev.trestle.platform.queue.Effects.OfJob;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Workers that die at any of their fail points, while other work goes on. Seen to fail without the
 * token in {@link QueueModel#DONE}, with the job completed before its handler ran, and with the
 * effect outside the transaction; the last one is kept here as a test of the test.
 */
final class QueueKillsTest {
  private static final Duration SOON = Duration.ofMinutes(2);
  private static final int JOBS = 250;

  /** Jobs that crash their worker again and again are not given up here. */
  private static final WorkOptions WORK =
      WorkOptions.STANDARD
          .concurrency(4)
          .visibility(Duration.ofMillis(150))
          .backoff(new Backoff(1000, Duration.ofMillis(5), Duration.ofMillis(20)));

  private final Trestle trestle = Trestle.inMemory();
  private final TableQueue producer = TableQueueTest.create(trestle);
  private final Store effects;

  QueueKillsTest() {
    TableCreation.create(Effects.MODEL, trestle.client(), "");
    effects = Store.of(Effects.MODEL, trestle.client());
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  /** The effect and the job's end in one transaction. */
  private JobOutcome once(Claim claim) {
    var counting = new Counting(new OfJob(claim.id()), claim.done().orElseThrow());
    effects.run(Effects.ONCE, counting);
    return JobOutcome.doneInTransaction();
  }

  /** The effect on its own, which is repeated if the worker dies before the job is completed. */
  private JobOutcome careless(Claim claim) {
    effects.run(Effects.CARELESS, new OfJob(claim.id()));
    return JobOutcome.done();
  }

  private record Follower(TableQueue queue, Worker worker, Mortal mortal) {}

  private Follower process(String name, Mortal mortal, JobHandler handler) {
    var options = TableQueueTest.options(name).shards(3).failPoints(mortal);
    var queue = new TableQueue(trestle.client(), StoreOptions.standard(), options);
    return new Follower(queue, queue.work("mail", WORK, handler), mortal);
  }

  private void killAtRandom(long seed, JobHandler handler) {
    var random = new SplittableRandom(seed);
    var three =
        new TableQueue(
            trestle.client(),
            StoreOptions.standard(),
            TableQueueTest.options("producer").shards(3));
    var due = Instant.now();
    for (int i = 0; i < JOBS; i++) three.enqueue(new NewJob("mail", "job-" + i, "", due));
    var living = new ArrayList<Follower>();
    int deaths = 0;
    while (deaths < 8) {
      living.removeIf(process -> process.mortal.isDead());
      while (living.size() < 2) {
        deaths++;
        // The first one has surely handled a job that it does not end.
        var mortal =
            deaths == 1 ? Mortal.dyingAt("queue.handled") : new Mortal(1 + random.nextInt(120));
        living.add(process("p" + deaths, mortal, handler));
      }
      Await.until(() -> living.stream().anyMatch(process -> process.mortal.isDead()), SOON);
    }
    living.forEach(process -> process.mortal.die());
    var last = process("last", new Mortal(), handler);
    Await.until(() -> isEmpty(three), SOON);
    last.worker.stop(SOON);
  }

  private static boolean isEmpty(TableQueue queue) {
    var figures = queue.stats("mail");
    return figures.waiting() + figures.claimed() + figures.later() == 0;
  }

  private List<String> wrong() {
    var wrong = new ArrayList<String>();
    for (int i = 0; i < JOBS; i++) {
      var effect = effects.run(Effects.READ, new OfJob("job-" + i));
      long times = effect.map(Effects.Effect::times).orElse(0L);
      if (times != 1) wrong.add("job-" + i + " took effect " + times + " times");
    }
    return wrong;
  }

  @Test
  void nothing_is_lost_and_nothing_takes_effect_twice() {
    long seed = Long.getLong("trestle.seed", System.nanoTime());
    killAtRandom(seed, this::once);
    assertThat(wrong()).as("seed " + seed).isEmpty();
  }

  /** If this ever fails, the kills have stopped to hit where it hurts. */
  @Test
  void an_effect_outside_of_the_transaction_is_caught() {
    killAtRandom(11, this::careless);
    assertThat(wrong()).isNotEmpty().allMatch(line -> !line.endsWith(" 0 times"));
  }

  @Test
  void who_lost_the_claim_cannot_end_the_job() throws Exception {
    producer.enqueue(new NewJob("mail", "job-0", "", Instant.now()));
    var arrived = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var stale = new AtomicInteger();
    var slow =
        process1(
            "slow",
            claim -> {
              arrived.countDown();
              awaitCalmly(go);
              var counting = new Counting(new OfJob(claim.id()), claim.done().orElseThrow());
              if (!effects.run(Effects.ONCE, counting).isDone()) stale.incrementAndGet();
              return JobOutcome.doneInTransaction();
            });
    arrived.await();
    slow.mortal.die(); // Its lease is not renewed, yet its handler goes on.
    var quick = process1("quick", this::once);
    Await.until(() -> quick.queue.stats("mail").done() == 1, SOON);
    go.countDown();
    Await.until(() -> stale.get() == 1, SOON);
    assertThat(effects.run(Effects.READ, new OfJob("job-0")).orElseThrow().times()).isEqualTo(1);
    quick.worker.stop(SOON);
  }

  private Follower process1(String name, JobHandler handler) {
    var mortal = new Mortal();
    var queue =
        new TableQueue(
            trestle.client(),
            StoreOptions.standard(),
            TableQueueTest.options(name).failPoints(mortal));
    return new Follower(queue, queue.work("mail", WORK, handler), mortal);
  }

  private static void awaitCalmly(CountDownLatch latch) {
    boolean done = false;
    while (!done) {
      try {
        latch.await();
        done = true;
      } catch (InterruptedException _) {
        // the claim is lost: this worker does not notice
      }
    }
  }

  @Test
  void a_job_that_kills_its_workers_is_given_up() {
    producer.enqueue(new NewJob("mail", "poison", "", Instant.now()));
    var few = WORK.backoff(new Backoff(3, Duration.ofMillis(5), Duration.ofMillis(5)));
    for (int i = 0; i < 3; i++) {
      var mortal = new Mortal();
      var queue =
          new TableQueue(
              trestle.client(),
              StoreOptions.standard(),
              TableQueueTest.options("victim-" + i).failPoints(mortal));
      queue.work(
          "mail",
          few,
          _ -> {
            mortal.die();
            return JobOutcome.done();
          });
      Await.until(mortal::isDead, SOON);
    }
    try (var _ =
        producer.work(
            "mail",
            few,
            _ -> {
              throw new AssertionError("handled a fourth time");
            })) {
      Await.until(() -> producer.stats("mail").dead() == 1, SOON);
    }
  }

  @Test
  void workers_share_the_shards_and_take_over_those_of_the_dead() {
    var first = process("a", new Mortal(), this::once);
    var second = process("b", new Mortal(), this::once);
    Await.until(
        () -> {
          var mine = first.queue.held("mail");
          var others = second.queue.held("mail");
          var all = new TreeSet<>(mine);
          all.addAll(others);
          return mine.size() == 2 && others.size() == 1 && all.size() == 3;
        },
        SOON);
    first.mortal.die();
    Await.until(() -> second.queue.held("mail").size() == 3, SOON);
    second.worker.stop(SOON);
    assertThatThrownBy(() -> first.mortal.at("anywhere")).isInstanceOf(Mortal.SimulatedCrash.class);
  }
}
