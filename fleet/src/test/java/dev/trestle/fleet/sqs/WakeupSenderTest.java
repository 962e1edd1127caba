package dev.trestle.fleet.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.queue.JobWakeup;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

class WakeupSenderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A client whose first request ends with an error. */
  private static final class FailingOnce implements SqsClient {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
      if (calls.incrementAndGet() == 1) throw new NoClassDefFoundError("on purpose");
      return SendMessageBatchResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return "sqs";
    }

    @Override
    public void close() {}
  }

  private static JobWakeup wakeup(String id) {
    var due = Instant.now();
    return new JobWakeup("mail", 0, due, id, due);
  }

  @Test
  void wake_ups_are_sent_after_an_error_and_the_lost_ones_are_counted() {
    try (var client = new FailingOnce();
        var sender = new WakeupSender(client, "http://sqs.example/queue")) {
      sender.start();
      sender.send(wakeup("lost"));
      Await.until(() -> sender.dropped() == 1, PATIENCE);
      sender.send(wakeup("sent"));
      Await.until(() -> sender.sent() == 1, PATIENCE);
      assertThat(sender.dropped()).isEqualTo(1);
    }
  }
}
