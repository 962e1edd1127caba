package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which entries the assistant reads, and how often its memberships are looked up for it. */
class AssistantAccessTest {
  private static final Instant NOW = Instant.parse("2026-03-11T18:10:00Z");
  private static final ChatId CHAT = new ChatId("chat_01JNX0000000000000000CHAT1");
  private static final UserId ASSISTANT = new UserId("user_01JNX0000000000000000ASSIS");
  private static final UserId ANNA = new UserId("user_01JNX00000000000000000ANNA");

  private final Map<ChatId, Membership> members = new HashMap<>();
  private int reads;

  private final AssistantAccess access =
      new AssistantAccess(chat -> {
        reads++;
        return Optional.ofNullable(members.get(chat));
      });

  @Test
  void a_chat_without_the_assistant_is_looked_up_once() {
    for (long sequence = 1; sequence <= 100; sequence++) {
      assertThat(access.mayRead(entry(sequence, Kind.text))).isFalse();
    }
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void the_assistant_reads_from_the_entry_that_let_it_in() {
    assertThat(access.mayRead(entry(1, Kind.text))).isFalse();
    join(2);
    assertThat(access.mayRead(entry(1, Kind.edit))).isFalse();
    assertThat(access.mayRead(entry(3, Kind.text))).isTrue();
  }

  @Test
  void a_chat_that_removed_the_assistant_is_not_read() {
    join(1);
    assertThat(access.mayRead(entry(2, Kind.text))).isTrue();
    members.remove(CHAT);
    assertThat(access.mayRead(entry(3, Kind.text))).isFalse();
    join(4);
    assertThat(access.mayRead(entry(5, Kind.text))).isTrue();
  }

  @Test
  void after_lost_entries_every_chat_is_looked_up_again() {
    assertThat(access.mayRead(entry(1, Kind.text))).isFalse();
    members.put(CHAT, membership(2));
    access.forget();
    assertThat(access.mayRead(entry(3, Kind.text))).isTrue();
  }

  private void join(long sequence) {
    members.put(CHAT, membership(sequence));
    access.see(entry(sequence, Kind.joined));
  }

  private static Membership membership(long sequence) {
    return Membership.joined(CHAT, ASSISTANT, Role.member, NOW, sequence, 0);
  }

  private static Message entry(long sequence, Kind kind) {
    return new Message(
        CHAT,
        sequence,
        new MessageId("msg_01JNX000000000000000000MS" + sequence % 10),
        ANNA,
        "",
        "",
        "text/plain",
        NOW,
        kind,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
