package dev.trestle.messenger.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.ManualClock;
import dev.trestle.messenger.DomainFixture;
import dev.trestle.messenger.message.LogGaps.Gap;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LogGapsTest {
  private static final int TEXTS = 100;

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.inMemory();
  private final DomainFixture server = new DomainFixture(TestServer.context(trestle, clock));
  private final UserId ann = server.accounts.addUser("+46731000001", "Ann");
  private final ChatId chat = server.groups.create(ann, "Choir", List.of()).chatId();
  private final LogGaps gaps = new LogGaps(server.store, server.context.ids(), clock);

  @AfterEach
  void close() {
    server.close();
    trestle.close();
  }

  /** Sends texts, which follow the entry that opened the chat, and loses some of them. */
  private void sendAndLose(long first, long last) {
    for (int i = 0; i < TEXTS; i++) server.logs.send(chat, ann, Draft.text("m" + i, "text " + i));
    for (long lost = first; lost <= last; lost++) {
      var key =
          Map.of(
              "chat_id", AttributeValue.fromS(chat.value()),
              "sequence", AttributeValue.fromN(Long.toString(lost)));
      trestle.client().deleteItem(request -> request.tableName(Messages.TABLE.name()).key(key));
    }
  }

  private Optional<Message> entry(long sequence) {
    return server.store.run(Messages.ONE_CONSISTENT, new Messages.At(chat, sequence));
  }

  @Test
  void lost_entries_become_deleted_messages_of_nobody_and_texts_are_counted_as_before() {
    sendAndLose(11, 80);
    assertThat(gaps.fill(new Gap(chat, 11, 80))).isEqualTo(70);
    for (long sequence = 2; sequence <= TEXTS + 1; sequence++) {
      long expected = sequence - 1;
      boolean isLost = sequence >= 11 && sequence <= 80;
      assertThat(entry(sequence))
          .hasValueSatisfying(entry -> {
            assertThat(entry.ordinal()).isEqualTo(expected);
            assertThat(entry.deletedAt().isPresent()).isEqualTo(isLost);
            assertThat(entry.senderId()).isEqualTo(isLost ? LogGaps.NOBODY : ann);
          });
    }
  }

  @Test
  void an_entry_that_is_there_is_never_replaced() {
    sendAndLose(11, 11);
    assertThat(gaps.fill(new Gap(chat, 11, 11))).isEqualTo(1);
    var filled = entry(11);
    assertThat(gaps.fill(new Gap(chat, 11, 12))).isZero();
    assertThat(entry(11)).isEqualTo(filled);
    assertThat(entry(12))
        .hasValueSatisfying(text -> assertThat(text.content()).isEqualTo("text 10"));
  }

  @Test
  void a_gap_at_the_end_is_filled_up_to_what_is_known() {
    sendAndLose(100, 101);
    assertThat(gaps.fill(new Gap(chat, 100, 101))).isEqualTo(2);
    assertThat(entry(101)).hasValueSatisfying(last -> assertThat(last.ordinal()).isEqualTo(100));
  }
}
