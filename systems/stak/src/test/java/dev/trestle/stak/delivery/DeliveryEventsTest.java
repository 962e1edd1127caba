package dev.trestle.stak.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.event.Event;
import dev.trestle.platform.event.EventLog;
import dev.trestle.platform.event.EventRelay;
import dev.trestle.platform.event.MemoryEventLog;
import dev.trestle.stak.TestContext;
import dev.trestle.stak.event.DeliveryEvents;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.MessageId;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryEventsTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final DeliveryFixture fixture = new DeliveryFixture();
  private final List<Event> events = new ArrayList<>();

  @AfterEach
  void close() {
    fixture.close();
  }

  private List<String> lines(String message, String broadcast) {
    synchronized (events) {
      return events.stream()
          .map(event -> event.key() + " " + event.type() + " " + event.data())
          .map(line -> line.replace(message, "MESSAGE").replace(broadcast, "BROADCAST"))
          .map(line -> line.replace("\"", ""))
          .toList();
    }
  }

  private void remember(List<Event> more) {
    synchronized (events) {
      events.addAll(more);
    }
  }

  @Test
  void deliveries_broadcasts_and_missed_recipients_are_events_without_what_was_written() {
    fixture.inbox("bo").mute(Set.of("news"));
    var sent = fixture.post(List.of("ann", "bo")).id();
    var everyone =
        new Draft(
            DeliveryFixture.INBOX,
            "boss",
            new Audience.Everyone(Optional.empty()),
            Optional.empty(),
            "alert",
            Content.text("Title", "Body"),
            Duration.ofDays(1));
    var broadcast = fixture.posts.post(everyone).id();
    var log = new MemoryEventLog();
    try (var context = TestContext.on(fixture.trestle, fixture.options);
        var _ = log.follow("stak", EventLog.Start.OLDEST, this::remember);
        var relay = EventRelay.of(log, context.feed(), List.of(new DeliveryEvents()));
        var _ = fixture.start(new DeliveryFixture.Fault() {})) {
      relay.start();
      Await.until(() -> lines(sent.value(), broadcast.value()).size() >= 3, SOON);
    }
    assertThat(lines(sent.value(), broadcast.value()))
        .containsExactlyInAnyOrder(
            "acme/DEFAULT broadcast_sent"
                + " {tenant:acme,inbox:DEFAULT,message:BROADCAST,category:alert,number:1}",
            "acme/DEFAULT/ann delivered"
                + " {tenant:acme,inbox:DEFAULT,user:ann,message:MESSAGE,category:news}",
            "acme/DEFAULT/MESSAGE undelivered"
                + " {tenant:acme,inbox:DEFAULT,message:MESSAGE,chunk:0,"
                + "missed:[{user:bo,reason:muted}]}");
    assertThat(events.toString()).doesNotContain("Title", "Body");
  }

  @Test
  void the_redaction_of_what_a_user_never_got_is_no_delivery() {
    var redacted = fixture.post(List.of("ann")).id();
    fixture.posts.redact(DeliveryFixture.INBOX.message(redacted));
    var log = new MemoryEventLog();
    try (var context = TestContext.on(fixture.trestle, fixture.options);
        var _ = log.follow("stak", EventLog.Start.OLDEST, this::remember);
        var relay = EventRelay.of(log, context.feed(), List.of(new DeliveryEvents()));
        var _ = fixture.start(new DeliveryFixture.Fault() {})) {
      relay.start();
      Await.until(() -> fixture.sent(redacted).retracted() == 1, SOON);
      // What happens to one user comes in order.
      var next = fixture.post(List.of("ann")).id();
      Await.until(() -> isDelivered(next), SOON);
    }
    assertThat(isDelivered(redacted)).isFalse();
  }

  private boolean isDelivered(MessageId message) {
    var delivered = "acme/DEFAULT/ann delivered";
    return lines(message.value(), "-").stream()
        .anyMatch(line -> line.startsWith(delivered) && line.contains("message:MESSAGE"));
  }
}
