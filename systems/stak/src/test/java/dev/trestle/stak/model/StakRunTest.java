package dev.trestle.stak.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.stak.model.Inboxes.Audience;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Delivery;
import dev.trestle.stak.model.Inboxes.Marking;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Inboxes.OfMessage;
import dev.trestle.stak.model.Inboxes.Reading;
import dev.trestle.stak.model.Inboxes.Redacting;
import dev.trestle.stak.model.Inboxes.Redaction;
import dev.trestle.stak.model.Inboxes.Tally;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.store.Written;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the corrections are for, on the engine. */
final class StakRunTest {
  private final Trestle trestle = Trestle.inMemory();
  private final Store store = store();

  private Store store() {
    TableCreation.create(StakModel.MODEL, trestle.client(), "");
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return Store.of(StakModel.MODEL, trestle.client(), StoreOptions.standard().clock(clock));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private static final Instant NOW = Instant.parse("2040-01-02T12:00:00Z");
  private static final Instant LATER = NOW.plus(Duration.ofDays(30));
  private static final String ID = "01JCQZ8M5R3V7W9X1Y2Z3A4B5C";
  private static final OfInbox INBOX = new OfInbox("acme", "ann", "DEFAULT");
  private static final Tally ONE_MORE =
      new Tally("acme", "ann", "DEFAULT", "news", 1, 0, LATER, NOW);

  private static Counts counts(long count, Map<String, Long> categories, long seen) {
    return new Counts(
        "acme", "ann", "DEFAULT", count, categories, NOW, 0, Optional.empty(), 0, NOW, seen);
  }

  private static Message message() {
    return new Message(
        "acme",
        "ann",
        "DEFAULT",
        ID,
        Optional.empty(),
        "news",
        "admin",
        new Audience("users", Optional.empty()),
        NOW,
        NOW,
        Optional.empty(),
        false,
        0,
        LATER,
        LATER.plus(Duration.ofDays(7)),
        new Content("Title", "Body", Optional.empty()));
  }

  private Counts counted() {
    return store.run(Inboxes.READ_COUNTS, INBOX).orElseThrow();
  }

  private void deliver() {
    store.run(Inboxes.OPEN, counts(0, Map.of(), 0));
    assertThat(store.run(Inboxes.S1, new Delivery(message(), ONE_MORE)).isDone()).isTrue();
  }

  @Test
  void a_delivery_that_comes_twice_is_counted_once() {
    deliver();
    assertThat(store.run(Inboxes.S1, new Delivery(message(), ONE_MORE)).isDone()).isFalse();
    assertThat(counted().count()).isEqualTo(1);
    assertThat(counted().categories()).isEqualTo(Map.of("news", 1L));
  }

  @Test
  void what_was_read_is_redacted_without_touching_the_counts() {
    deliver();
    var reading = new Reading("acme", "ann", "DEFAULT", ID, 0, NOW);
    var none = counts(0, Map.of(), counted().version());
    assertThat(store.run(Inboxes.S5, new Marking(List.of(reading), none)).isDone()).isTrue();
    var redaction = new Redaction("acme", "ann", "DEFAULT", ID, 0);
    assertThat(store.run(Inboxes.REDACT, new Redacting(redaction, Optional.of(ONE_MORE))).isDone())
        .isFalse();
    assertThat(store.run(Inboxes.REDACT_READ, new OfMessage("acme", "ann", "DEFAULT", ID)))
        .isInstanceOf(Written.Done.class);
    assertThat(counted().count()).isZero();
  }

  @Test
  void a_redaction_that_comes_first_keeps_the_delivery_out() {
    store.run(Inboxes.OPEN, counts(0, Map.of(), 0));
    store.run(Inboxes.REDACT_EARLY, message());
    assertThat(store.run(Inboxes.S1, new Delivery(message(), ONE_MORE)).isDone()).isFalse();
    assertThat(counted().count()).isZero();
  }
}
