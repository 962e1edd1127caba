package dev.trestle.stak.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.stak.message.DeliveryJob;
import dev.trestle.stak.model.MessageId;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** What a sender is told about a delivery: every recipient ends in exactly one of the sums. */
final class ProgressTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final DeliveryFixture fixture = new DeliveryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private DeliveryState state(MessageId id) {
    return DeliveryState.of(fixture.sent(id), Instant.now());
  }

  @Test
  void a_recipient_who_was_never_known_is_counted_as_new() {
    fixture.inbox("ann").register();
    var first = fixture.post(List.of("ann", "typo"));
    try (var _ = fixture.start(new DeliveryFixture.Fault() {})) {
      Await.until(() -> state(first.id()) == DeliveryState.delivered, SOON);
      assertThat(fixture.sent(first.id()).delivered()).isEqualTo(2);
      assertThat(fixture.sent(first.id()).newUsers()).isEqualTo(1);
      var second = fixture.post(List.of("ann", "typo"));
      Await.until(() -> state(second.id()) == DeliveryState.delivered, SOON);
      assertThat(fixture.sent(second.id()).newUsers()).isZero();
    }
  }

  @Test
  void a_new_recipient_is_counted_once_although_the_chunk_is_delivered_twice() {
    var posted = fixture.post(List.of("ann", "bob"));
    var failures = new AtomicInteger();
    var fault =
        new DeliveryFixture.Fault() {
          @Override
          public void before(TransactWriteItemsRequest request) {
            if (request.toString().contains("U#bob#") && failures.getAndIncrement() == 0) {
              throw new IllegalStateException("once");
            }
          }
        };
    try (var _ = fixture.start(fault)) {
      Await.until(() -> state(posted.id()) == DeliveryState.delivered, SOON);
    }
    assertThat(failures.get()).isGreaterThan(1);
    assertThat(fixture.sent(posted.id()).newUsers()).isEqualTo(2);
  }

  @Test
  void a_message_that_is_redacted_before_its_delivery_comes_to_an_end() {
    fixture.inbox("ann").register();
    var posted = fixture.post(List.of("ann", "bob", "carl"));
    var key = DeliveryFixture.INBOX.message(posted.id());
    fixture.posts.redact(key);
    try (var _ = fixture.start(new DeliveryFixture.Fault() {})) {
      Await.until(() -> fixture.sent(posted.id()).concluded() == 3, SOON);
      Await.until(() -> state(posted.id()) == DeliveryState.redacted, SOON);
    }
    assertThat(fixture.sent(posted.id()).withdrawn()).isEqualTo(3);
    assertThat(fixture.sent(posted.id()).delivered()).isZero();
  }

  @Test
  void recipients_who_are_too_late_or_do_not_want_it_are_counted_too() {
    fixture.inbox("mute").mute(Set.of("news"));
    var posted = fixture.postFor(List.of("ann", "mute"), Duration.ZERO);
    var worker = fixture.worker(new DeliveryFixture.Fault() {}, DeliveryFixture.SOON);
    var chunk = DeliveryFixture.INBOX.message(posted.id()).chunk(0);
    worker.run(new DeliveryJob.Deliver(chunk), true, true);
    var sent = fixture.sent(posted.id());
    assertThat(sent.expired()).isEqualTo(1);
    assertThat(sent.muted()).isEqualTo(1);
    assertThat(sent.concluded()).isEqualTo(sent.estimated());
    assertThat(state(posted.id())).isEqualTo(DeliveryState.expired);
  }
}
