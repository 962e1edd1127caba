package dev.trestle.messenger.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.ManualClock;
import dev.trestle.messenger.DomainFixture;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.IdempotencyKeys;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages of entries so large that a query ends at 1 MB. */
class ChatHistoryTest {
  private static final int ENTRIES = 150;
  private static final Instant NOW = Instant.parse("2040-01-02T12:00:00Z");

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.inMemory();
  private final DomainFixture server = open();
  private final UserId ann = server.accounts.addUser("+46731000001", "Ann");
  private final ChatId chat = server.groups.create(ann, "Choir", List.of()).chatId();
  private final Membership member = server.access.member(chat, ann);

  private DomainFixture open() {
    clock.set(NOW);
    return new DomainFixture(TestServer.context(trestle, clock));
  }

  /** Texts with as many reactions as there may be, about 11 KB each. */
  @BeforeEach
  void fill() {
    var reactions = new HashMap<String, String>();
    for (int i = 0; i < 100; i++)
      reactions.put(UserId.next(server.context.ids()).value(), "x".repeat(32));
    for (long from = 2; from <= ENTRIES; from += Messages.BATCH) {
      var messages = new ArrayList<Message>();
      var keys = new ArrayList<IdempotencyKeys.FirstUse>();
      for (long at = from; at < Math.min(from + Messages.BATCH, ENTRIES + 1); at++) {
        var entry = entry(at, reactions);
        messages.add(entry);
        keys.add(IdempotencyKeys.FirstUse.of(entry, "hash", NOW));
      }
      server.store.run(Messages.SEND, new Messages.NewMessages(messages, keys));
    }
  }

  @AfterEach
  void close() {
    server.close();
    trestle.close();
  }

  private Message entry(long sequence, Map<String, String> reactions) {
    return new Message(
        chat,
        sequence,
        MessageId.next(server.context.ids()),
        ann,
        "m" + sequence,
        "x".repeat(4096),
        "text/plain",
        NOW,
        Kind.text,
        sequence - 1,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        reactions,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static List<Long> sequences(ChatHistory.HistoryPage page) {
    return page.entries().stream().map(Message::sequence).toList();
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  @Test
  void a_page_that_the_engine_cuts_is_not_the_last_one() {
    var first = server.history.after(member, 0, Messages.PAGE);
    assertThat(first.entries()).hasSizeLessThan(Messages.PAGE);
    assertThat(first.more()).isTrue();
    var newest = server.history.recent(member, Messages.PAGE);
    assertThat(newest.entries()).hasSizeLessThan(Messages.PAGE);
    assertThat(newest.more()).isTrue();
    var older = server.history.before(member, ENTRIES, Messages.PAGE);
    assertThat(older.more()).isTrue();
  }

  @Test
  void reading_on_gives_every_entry_in_both_directions() {
    var forward = new ArrayList<Long>();
    var page = server.history.after(member, 0, Messages.PAGE);
    forward.addAll(sequences(page));
    while (page.more()) {
      page = server.history.after(member, forward.getLast(), Messages.PAGE);
      forward.addAll(sequences(page));
    }
    assertThat(forward).isEqualTo(upTo(ENTRIES));

    page = server.history.recent(member, Messages.PAGE);
    var backward = new ArrayList<>(sequences(page));
    while (page.more()) {
      page = server.history.before(member, backward.getLast(), Messages.PAGE);
      backward.addAll(sequences(page));
    }
    assertThat(backward.reversed()).isEqualTo(upTo(ENTRIES));
  }
}
