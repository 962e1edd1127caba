package dev.trestle.fleet.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.JobWakeups;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.testing.Await;
import dev.trestle.testing.SqsServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * How long a job takes from one server to the handler of another that has been idle, on tables in
 * memory. Measures with {@code -Dtrestle.sqs.jobs=30}.
 */
class SqsLatencyTest {
  private static final int JOBS = Integer.getInteger("trestle.sqs.jobs", 3);
  private static final int WARM_UP = JOBS / 10;

  /** In a build the workers need not be idle: only that the jobs arrive is checked. */
  private static final boolean IS_MEASURING = System.getProperty("trestle.sqs.jobs") != null;

  /** Idle workers poll at their slowest after two seconds. */
  private static final long IDLE_MILLIS = 2_000;

  private static final long SEED = 7;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void jobs_of_one_server_run_on_another_with_sqs_and_without() throws Exception {
    try (var sqs = SqsServer.start();
        var sender = QueueServer.wakeups(sqs);
        var receiver = QueueServer.wakeups(sqs)) {
      print("without SQS", measure(JobWakeups.NONE, JobWakeups.NONE));
      var woken = measure(sender, receiver);
      print("with SQS", woken);
      assertThat(woken).hasSize(JOBS);
    }
  }

  private static List<Long> measure(JobWakeups sending, JobWakeups receiving) throws Exception {
    try (var trestle = Trestle.inMemory()) {
      QueueServer.createTables(trestle);
      var arrived = new ArrayBlockingQueue<Long>(1);
      var a = QueueServer.queue(trestle, options("a"), sending);
      var b = QueueServer.queue(trestle, options("b"), receiving);
      try (var _ =
          b.work(
              "mail",
              WorkOptions.STANDARD,
              _ -> {
                arrived.put(System.nanoTime());
                return JobOutcome.done();
              })) {
        Await.until(() -> receiving.equals(JobWakeups.NONE) || receiving.isConnected(), MINUTE);
        var random = new SplittableRandom(SEED);
        var nanos = new ArrayList<Long>();
        for (int i = -WARM_UP; i < JOBS; i++) {
          // The measured state is that of an idle worker, which only time brings about.
          if (IS_MEASURING) Thread.sleep(IDLE_MILLIS + random.nextLong(1_000));
          long start = System.nanoTime();
          a.enqueue(new NewJob("mail", "job-" + i, "", Instant.now()));
          long ran = Objects.requireNonNull(arrived.poll(MINUTE.toSeconds(), TimeUnit.SECONDS));
          if (i >= 0) nanos.add(ran - start);
        }
        return nanos;
      }
    }
  }

  private static QueueOptions options(String member) {
    return QueueOptions.of(member).leases(LeaseOptions.of(member));
  }

  private static void print(String mode, List<Long> nanos) {
    Collections.sort(nanos);
    System.out.printf(
        "%s: %d jobs, p50 %.1f ms, p99 %.1f ms%n",
        mode,
        nanos.size(),
        nanos.get(nanos.size() / 2) / 1e6,
        nanos.get(nanos.size() * 99 / 100) / 1e6);
  }
}
