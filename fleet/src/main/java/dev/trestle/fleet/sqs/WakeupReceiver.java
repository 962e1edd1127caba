package dev.trestle.fleet.sqs;

import dev.trestle.platform.queue.JobWakeup;
import dev.trestle.platform.thread.RestartingThread;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** Receives wake-ups, on a thread of its own, by requests that wait for messages. */
final class WakeupReceiver implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(WakeupReceiver.class.getName());

  /** The most messages that SQS gives out at a time. */
  private static final int BATCH_MAX = 10;

  /** How long a request waits for messages: as long as SQS allows, because requests cost. */
  private static final int WAIT_SECONDS = 20;

  private static final Duration CALL_TIME_MAX = Duration.ofSeconds(WAIT_SECONDS + 5);

  /** Longer than it takes to delete a message. */
  private static final int HIDDEN_SECONDS = 30;

  /** How often a message is given out. After that, a worker finds the job when it polls. */
  private static final int RECEIVED_MAX = 10;

  /** The pause after a message that was passed on, so that another server receives it. */
  private static final long PASSED_ON_MILLIS = 200;

  /** The pause after a request that failed. */
  private static final long FAILED_MILLIS = 1000;

  private final SqsClient client;
  private final String address;
  private final LongAdder received = new LongAdder();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile boolean isStarted;
  private volatile boolean isConnected;
  private volatile Thread thread = Thread.ofVirtual().unstarted(() -> {});

  WakeupReceiver(SqsClient client, String address) {
    this.client = client;
    this.address = address;
  }

  void start(Predicate<JobWakeup> listener) {
    isStarted = true;
    thread = RestartingThread.of("sqs-receiver", () -> run(listener));
    thread.start();
  }

  long received() {
    return received.sum();
  }

  /** Whether the last request was answered. */
  boolean isConnected() {
    return isConnected;
  }

  /** Whether it is to receive. */
  boolean isStarted() {
    return isStarted;
  }

  private void run(Predicate<JobWakeup> listener) {
    // It may start again after an error.
    isConnected = false;
    try {
      while (closing.getCount() > 0) {
        try {
          // The first request does not wait, so that it is soon known whether SQS is there.
          boolean isPassedOn = hand(receive(isConnected ? WAIT_SECONDS : 0), listener);
          if (isPassedOn) pause(PASSED_ON_MILLIS);
        } catch (RuntimeException e) {
          failed(e);
          pause(FAILED_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pause(long millis) throws InterruptedException {
    var _ = closing.await(millis, TimeUnit.MILLISECONDS);
  }

  private List<Message> receive(int waitSeconds) {
    var messages =
        client
            .receiveMessage(request ->
                request
                    .queueUrl(address)
                    .maxNumberOfMessages(BATCH_MAX)
                    .waitTimeSeconds(waitSeconds)
                    .visibilityTimeout(HIDDEN_SECONDS)
                    .messageSystemAttributeNames(
                        MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT)
                    .overrideConfiguration(call -> call.apiCallTimeout(CALL_TIME_MAX)))
            .messages();
    isConnected = true;
    return messages;
  }

  /** Returns whether some are left to other servers. */
  private boolean hand(List<Message> messages, Predicate<JobWakeup> listener) {
    var done = new ArrayList<Message>();
    var passedOn = new ArrayList<Message>();
    for (var message : messages) {
      var wakeup = JobWakeup.parse(message.body());
      wakeup.ifPresent(_ -> received.increment());
      // What is no wake-up is deleted, like one that nobody wants.
      boolean isOver =
          wakeup.isEmpty()
              || listener.test(wakeup.get())
              || receivedBefore(message) >= RECEIVED_MAX;
      (isOver ? done : passedOn).add(message);
    }
    if (!done.isEmpty()) delete(done);
    if (!passedOn.isEmpty()) passOn(passedOn);
    return !passedOn.isEmpty();
  }

  private static int receivedBefore(Message message) {
    var count = message.attributes().get(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT);
    return count == null ? RECEIVED_MAX : Integer.parseInt(count);
  }

  private void delete(List<Message> messages) {
    var entries = new ArrayList<DeleteMessageBatchRequestEntry>();
    for (var message : messages) {
      entries.add(
          DeleteMessageBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .receiptHandle(message.receiptHandle())
              .build());
    }
    client.deleteMessageBatch(request -> request.queueUrl(address).entries(entries));
  }

  private void passOn(List<Message> messages) {
    var entries = new ArrayList<ChangeMessageVisibilityBatchRequestEntry>();
    for (var message : messages) {
      entries.add(
          ChangeMessageVisibilityBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .receiptHandle(message.receiptHandle())
              .visibilityTimeout(0)
              .build());
    }
    client.changeMessageVisibilityBatch(request -> request.queueUrl(address).entries(entries));
  }

  private void failed(RuntimeException problem) {
    if (isConnected && closing.getCount() > 0) {
      // Without its text, which may contain a message.
      var type = problem.getClass().getSimpleName();
      LOG.log(Level.WARNING, "wake-ups are not received from SQS: " + type + "; workers poll");
    }
    isConnected = false;
  }

  /** Ends the request that waits for messages. */
  @Override
  public void close() {
    closing.countDown();
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
