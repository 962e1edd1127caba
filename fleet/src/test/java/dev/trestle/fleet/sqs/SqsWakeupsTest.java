package dev.trestle.fleet.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.JobHandler;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.JobWakeup;
import dev.trestle.platform.queue.JobWakeups;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.testing.Await;
import dev.trestle.testing.SqsServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkException;

/** Several servers on the tables of one engine, which wake each other through one queue of SQS. */
class SqsWakeupsTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String QUEUE = "mail";

  /**
   * A claim lasts longer than the test, so that no handler runs twice because of a slow machine.
   */
  private static final WorkOptions WORK =
      WorkOptions.STANDARD
          .visibility(Duration.ofMinutes(5))
          .backoff(new Backoff(3, Duration.ofMillis(20), Duration.ofMillis(100)));

  private final Trestle trestle = Trestle.inMemory();
  private final SqsServer sqs = SqsServer.start();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final ConcurrentLinkedQueue<String> ran = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void createTables() {
    QueueServer.createTables(trestle);
  }

  @AfterEach
  void close() throws Exception {
    for (var each : open) each.close();
    sqs.close();
    trestle.close();
  }

  private <T extends AutoCloseable> T open(T resource) {
    open.push(resource);
    return resource;
  }

  private SqsWakeups wakeups() {
    return open(QueueServer.wakeups(sqs));
  }

  private void work(TableQueue queue, JobHandler handler) {
    open(queue.work(QUEUE, WORK, handler));
  }

  /**
   * A server that writes down the jobs it runs. It has looked at the table already, so it must be
   * woken from now on.
   */
  private void holder(String member, JobWakeups wakeups) {
    var queue = QueueServer.sleeping(trestle, member, wakeups);
    work(
        queue,
        claim -> {
          ran.add(member + " " + claim.id());
          return JobOutcome.done();
        });
    Await.until(() -> queue.store().usage("queue.find").calls() > 0, SOON);
  }

  /** A server that runs no jobs. */
  private TableQueue producer() {
    return QueueServer.sleeping(trestle, "producer", wakeups());
  }

  private static NewJob job(String id) {
    return new NewJob(QUEUE, id, "", Instant.now());
  }

  @Test
  void a_job_of_one_server_wakes_the_worker_of_another() {
    holder("b", wakeups());
    var producer = producer();
    for (int i = 0; i < 5; i++) {
      producer.enqueue(job("job-" + i));
      int count = i + 1;
      Await.until(() -> ran.size() == count, SOON);
    }
    assertThat(ran).containsExactly("b job-0", "b job-1", "b job-2", "b job-3", "b job-4");
  }

  @Test
  void a_server_that_is_told_of_a_job_runs_it_although_another_polls_its_shard() {
    holder("holder", JobWakeups.NONE);
    work(
        QueueServer.sleeping(trestle, "b", wakeups()),
        claim -> {
          ran.add("b " + claim.id());
          return JobOutcome.done();
        });
    producer().enqueue(job("a"));
    Await.until(() -> !ran.isEmpty(), SOON);
    assertThat(ran).containsExactly("b a");
  }

  @Test
  void a_server_that_is_told_of_a_job_waits_until_it_is_due() {
    holder("holder", JobWakeups.NONE);
    var at = new ConcurrentLinkedQueue<Instant>();
    work(
        QueueServer.sleeping(trestle, "b", wakeups()),
        _ -> {
          at.add(Instant.now());
          return JobOutcome.done();
        });
    var due = Instant.now().plusMillis(1700);
    producer().enqueue(new NewJob(QUEUE, "later", "", due));
    Await.until(() -> !at.isEmpty(), SOON);
    assertThat(at.element()).isAfterOrEqualTo(due.minusMillis(1));
  }

  @Test
  void a_job_that_fails_beside_its_shard_is_tried_again_and_then_dead() {
    holder("holder", JobWakeups.NONE);
    var attempts = new ConcurrentLinkedQueue<Long>();
    var queue = QueueServer.sleeping(trestle, "b", wakeups());
    work(
        queue,
        claim -> {
          attempts.add(claim.attempt());
          return JobOutcome.retry("not yet");
        });
    producer().enqueue(job("bad"));
    Await.until(() -> queue.stats(QUEUE).dead() == 1, SOON);
    assertThat(attempts).containsExactly(1L, 2L, 3L);
  }

  @Test
  void a_wake_up_without_room_is_given_out_again() {
    var seen = new AtomicInteger();
    wakeups().listen(_ -> seen.incrementAndGet() == 3);
    var due = Instant.now();
    wakeups().send(new JobWakeup(QUEUE, 0, due, "a", due));
    Await.until(() -> seen.get() == 3, SOON);
  }

  @Test
  void wake_ups_are_received_after_an_error() {
    var seen = new ConcurrentLinkedQueue<String>();
    var receiving = wakeups();
    receiving.listen(wakeup -> {
      seen.add(wakeup.id());
      if (wakeup.id().equals("bad")) throw new AssertionError("on purpose");
      return true;
    });
    var sending = wakeups();
    var due = Instant.now();
    sending.send(new JobWakeup(QUEUE, 0, due, "bad", due));
    Await.until(() -> seen.contains("bad"), SOON);
    sending.send(new JobWakeup(QUEUE, 0, due, "good", due));
    Await.until(() -> seen.contains("good"), SOON);
    Await.until(receiving::isConnected, SOON);
  }

  @Test
  void a_job_that_is_due_after_the_next_look_needs_no_wake_up() {
    var options = QueueServer.options("producer").wokenPauseMax(Duration.ofSeconds(5));
    var wakeups = wakeups();
    var producer = QueueServer.queue(trestle, options, wakeups);
    var later = Instant.now().plus(Duration.ofMinutes(5));
    producer.enqueue(new NewJob(QUEUE, "later", "", later));
    producer.enqueue(job("now"));
    Await.until(() -> metric(wakeups, "queue.wakeups.sent") == 1, SOON);
    var texts = new ConcurrentLinkedQueue<String>();
    wakeups().listen(wakeup -> texts.add(wakeup.id()));
    Await.until(() -> !texts.isEmpty(), SOON);
    assertThat(texts).containsExactly("now");
  }

  @Test
  void doubled_wake_ups_run_each_job_once() {
    int jobs = 60;
    for (int server = 0; server < 3; server++) {
      var wakeups = wakeups();
      var queue = QueueServer.polling(trestle, "server-" + server, wakeups);
      work(
          queue,
          claim -> {
            ran.add(claim.id());
            return JobOutcome.done();
          });
    }
    var wakeups = wakeups();
    var tripled =
        new JobWakeups() {
          @Override
          public void send(JobWakeup wakeup) {
            for (int i = 0; i < 3; i++) wakeups.send(wakeup);
          }

          @Override
          public void listen(Predicate<JobWakeup> listener) {}

          @Override
          public boolean isConnected() {
            return false;
          }
        };
    var producer = QueueServer.polling(trestle, "producer", tripled);
    for (int i = 0; i < jobs; i++) producer.enqueue(job("job-" + i));
    Await.until(() -> ran.size() >= jobs && isEmpty(producer), SOON);
    Await.until(() -> metric(wakeups, "queue.wakeups.sent") == 3 * jobs, SOON);
    assertThat(ran).hasSize(jobs).doesNotHaveDuplicates();
  }

  private static boolean isEmpty(TableQueue queue) {
    var stats = queue.stats(QUEUE);
    return stats.waiting() + stats.claimed() + stats.later() == 0;
  }

  @Test
  void a_lost_wake_up_costs_no_more_than_the_next_look() {
    var wakeups = wakeups();
    QueueOptions options = QueueServer.options("b").wokenPauseMax(Duration.ofSeconds(2));
    work(
        QueueServer.queue(trestle, options, wakeups),
        claim -> {
          ran.add(claim.id());
          return JobOutcome.done();
        });
    Await.until(wakeups::isConnected, SOON);
    QueueServer.sleeping(trestle, "deaf", JobWakeups.NONE).enqueue(job("a"));
    Await.until(() -> ran.contains("a"), SOON);
  }

  @Test
  void jobs_run_while_sqs_is_away_and_wake_up_again_when_it_is_back() {
    var wakeups = wakeups();
    var queue = QueueServer.polling(trestle, "b", wakeups);
    work(
        queue,
        claim -> {
          ran.add(claim.id());
          return JobOutcome.done();
        });
    var sending = wakeups();
    var producer = QueueServer.polling(trestle, "producer", sending);
    Await.until(() -> passesCheck(wakeups), SOON);

    sqs.stop();
    Await.until(() -> !wakeups.isConnected(), SOON);
    assertThatThrownBy(wakeups::check).isInstanceOf(RuntimeException.class);
    assertThat(metric(wakeups, "queue.wakeups.connected")).isZero();
    producer.enqueue(job("away"));
    Await.until(() -> ran.contains("away"), SOON);
    Await.until(() -> metric(sending, "queue.wakeups.dropped") == 1, SOON);

    sqs.restart();
    Await.until(() -> passesCheck(wakeups), SOON);
    // Its last wake-up was lost, and it has no other to send.
    Await.until(() -> passesCheck(sending), SOON);
    producer.enqueue(job("back"));
    Await.until(() -> metric(wakeups, "queue.wakeups.received") >= 1, SOON);
    Await.until(() -> ran.contains("back"), SOON);
    assertThat(ran).containsExactly("away", "back");
  }

  private static boolean passesCheck(SqsWakeups wakeups) {
    try {
      wakeups.check();
      return true;
    } catch (SdkException | IllegalStateException notYet) {
      return false;
    }
  }

  private static double metric(SqsWakeups wakeups, String name) {
    return wakeups.metrics().stream()
        .filter(metric -> metric.name().equals(name))
        .findFirst()
        .orElseThrow()
        .value()
        .getAsDouble();
  }

  @Test
  void messages_of_others_are_removed_and_do_no_harm() {
    var queue = SqsQueue.parse(sqs.address().toString()).orElseThrow();
    try (var client = queue.client("us-east-1", QueueServer.CREDENTIALS)) {
      for (var text : new String[] {"hello", "2 mail 0 0 0 a", "1 mail 0 0 0 no-such-job"}) {
        client.sendMessage(message -> message.queueUrl(sqs.address().toString()).messageBody(text));
      }
      holder("b", wakeups());
      producer().enqueue(job("a"));
      Await.until(() -> ran.contains("b a"), SOON);
      Await.until(
          () ->
              client
                  .getQueueAttributes(request ->
                      request
                          .queueUrl(sqs.address().toString())
                          .attributeNamesWithStrings(
                              "ApproximateNumberOfMessages",
                              "ApproximateNumberOfMessagesNotVisible"))
                  .attributesAsStrings()
                  .values()
                  .stream()
                  .allMatch("0"::equals),
          SOON);
    }
  }
}
