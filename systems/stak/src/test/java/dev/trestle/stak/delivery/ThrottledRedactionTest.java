package dev.trestle.stak.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.model.Inboxes.Content;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A table that is throttled for longer than the server retries. */
class ThrottledRedactionTest {
  private final ManualClock clock = new ManualClock();
  private final DeliveryFixture fixture =
      new DeliveryFixture(
          EngineOptions.inMemory()
              .withClock(clock)
              .withLimits(LimitedTables.named(Set.of("stak"))));

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Once the sender was told that nobody could read it any longer, although everybody could. */
  @Test
  void a_broadcast_that_could_not_be_redacted_is_not_told_to_be() {
    var draft =
        new Draft(
            DeliveryFixture.INBOX,
            "boss",
            new Audience.Everyone(Optional.empty()),
            Optional.empty(),
            "news",
            Content.text("Title", "Body"),
            Duration.ofDays(1));
    var key = DeliveryFixture.INBOX.message(fixture.posts.post(draft).id());
    // One unit a second, for the first of two writes.
    fixture
        .trestle
        .client()
        .updateTable(
            ask -> ask.tableName("stak").onDemandThroughput(most -> most.maxWriteRequestUnits(1L)));
    assertThatThrownBy(() -> fixture.posts.redact(key)).isInstanceOf(Refusal.InboxBusy.class);
    assertThat(fixture.events).noneMatch(InboxEvent.BroadcastRedacted.class::isInstance);
    clock.advance(Duration.ofMinutes(1));
    assertThat(fixture.posts.redact(key)).isPresent();
    assertThat(fixture.events).hasAtLeastOneElementOfType(InboxEvent.BroadcastRedacted.class);
  }
}
