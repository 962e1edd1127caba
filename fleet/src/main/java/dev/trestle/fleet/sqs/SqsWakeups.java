package dev.trestle.fleet.sqs;

import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.queue.JobWakeup;
import dev.trestle.platform.queue.JobWakeups;
import java.util.List;
import java.util.function.Predicate;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Wake-ups through a standard queue of SQS. A message is the key of a job and goes to any one
 * server. While SQS is unavailable, wake-ups are dropped and counted, and workers poll more often.
 */
public final class SqsWakeups implements JobWakeups, AutoCloseable {
  private final SqsClient client;
  private final String address;
  private final WakeupSender sender;
  private final WakeupReceiver receiver;

  private SqsWakeups(SqsClient client, String address) {
    this.client = client;
    this.address = address;
    this.sender = new WakeupSender(client, address);
    this.receiver = new WakeupReceiver(client, address);
  }

  /**
   * Begins to send. The queue may be unavailable.
   *
   * @param regionElsewhere for signatures, if the queue is not in AWS
   */
  public static SqsWakeups through(
      SqsQueue queue, String regionElsewhere, AwsCredentialsProvider credentials) {
    var wakeups =
        new SqsWakeups(queue.client(regionElsewhere, credentials), queue.address().toString());
    wakeups.sender.start();
    return wakeups;
  }

  @Override
  public void send(JobWakeup wakeup) {
    sender.send(wakeup);
  }

  @Override
  public void listen(Predicate<JobWakeup> listener) {
    receiver.start(listener);
  }

  @Override
  public boolean isConnected() {
    return receiver.isConnected();
  }

  /**
   * Asks for the queue, and whether messages can be received and sent.
   *
   * @throws SdkException if SQS is unavailable, or there is no such queue
   * @throws IllegalStateException if it refuses to hand out or to take messages
   */
  public void check() {
    client.getQueueAttributes(
        request -> request.queueUrl(address).attributeNamesWithStrings("QueueArn"));
    if (receiver.isStarted() && !receiver.isConnected()) {
      throw new IllegalStateException("no wake-ups are received");
    }
    if (!sender.canSend()) throw new IllegalStateException("no wake-ups are sent");
  }

  /** The metrics it exports. */
  public List<Metric> metrics() {
    return List.of(
        Metric.gauge(
            "queue.wakeups.connected",
            "1 while wake-ups of other servers arrive through SQS, otherwise 0",
            () -> isConnected() ? 1 : 0),
        Metric.counter(
            "queue.wakeups.sent", "Wake-ups sent to other servers", () -> (double) sender.sent()),
        Metric.counter(
            "queue.wakeups.dropped",
            "Wake-ups that could not be sent; workers find the jobs when they poll",
            () -> (double) sender.dropped()),
        Metric.counter(
            "queue.wakeups.received",
            "Wake-ups received from other servers",
            () -> (double) receiver.received()));
  }

  /** Sends what waits, for a second, and ends. */
  @Override
  public void close() {
    receiver.close();
    sender.close();
    client.close();
  }
}
