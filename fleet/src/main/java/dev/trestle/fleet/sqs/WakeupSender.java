package dev.trestle.fleet.sqs;

import dev.trestle.platform.queue.JobWakeup;
import dev.trestle.platform.thread.RestartingThread;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Sends wake-ups in batches, on a thread of its own, and drops what it cannot send. */
final class WakeupSender implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(WakeupSender.class.getName());
  private static final int WAITING_MAX = 10_000;

  /** The most messages that SQS takes at a time. */
  private static final int BATCH_MAX = 10;

  /** The longest delay that SQS offers. */
  private static final Duration DELAY_MAX = Duration.ofMinutes(15);

  private static final Duration CLOSE_TIME_MAX = Duration.ofSeconds(1);
  private static final long PAUSE_MILLIS = 100;

  /** No wake-up, so whoever receives it deletes it. */
  private static final String TEST_MESSAGE = "test";

  private final SqsClient client;
  private final String address;
  private final BlockingQueue<JobWakeup> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
  private final LongAdder sent = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final Thread thread = RestartingThread.of("sqs-sender", this::run);
  private volatile boolean isConnected = true;
  private volatile boolean isClosing;

  WakeupSender(SqsClient client, String address) {
    this.client = client;
    this.address = address;
  }

  void start() {
    thread.start();
  }

  void send(JobWakeup wakeup) {
    if (isClosing || !waiting.offer(wakeup)) dropped.increment();
  }

  long sent() {
    return sent.sum();
  }

  long dropped() {
    return dropped.sum();
  }

  /**
   * Whether messages can be sent. If the last could not, one is sent that wakes nobody, because
   * there may be no other for long.
   */
  boolean canSend() {
    if (!isConnected) {
      try {
        client.sendMessage(request -> request.queueUrl(address).messageBody(TEST_MESSAGE));
        isConnected = true;
      } catch (RuntimeException _) {
        return false;
      }
    }
    return isConnected;
  }

  private void run() {
    var batch = new ArrayList<JobWakeup>();
    try {
      while (!isClosing || !waiting.isEmpty()) {
        var first = waiting.poll(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        if (first == null) continue;
        batch.add(first);
        waiting.drainTo(batch, BATCH_MAX - 1);
        send(batch);
        batch.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(List<JobWakeup> batch) {
    var entries = new ArrayList<SendMessageBatchRequestEntry>();
    var now = Instant.now();
    for (var wakeup : batch) {
      entries.add(
          SendMessageBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .messageBody(wakeup.text())
              .delaySeconds(delaySeconds(Duration.between(now, wakeup.visibleAt())))
              .build());
    }
    int taken = 0;
    try {
      var response = client.sendMessageBatch(request -> request.queueUrl(address).entries(entries));
      taken = batch.size() - response.failed().size();
      note(response.failed().isEmpty(), "SQS refused wake-ups");
    } catch (RuntimeException e) {
      note(false, "SQS cannot be reached: " + e.getClass().getSimpleName());
    } finally {
      // Also after an error.
      sent.add(taken);
      dropped.add(batch.size() - taken);
    }
  }

  /** The rest of a second is waited for by the server that gets the message. */
  private static int delaySeconds(Duration delay) {
    if (delay.isNegative()) return 0;
    return Math.toIntExact(Math.min(delay.toSeconds(), DELAY_MAX.toSeconds()));
  }

  private void note(boolean is, String problem) {
    if (isConnected && !is) LOG.log(Level.WARNING, problem + "; workers poll for jobs");
    isConnected = is;
  }

  @Override
  public void close() {
    isClosing = true;
    try {
      if (!thread.join(CLOSE_TIME_MAX)) thread.interrupt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
