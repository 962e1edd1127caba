package dev.trestle.messenger.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.web.ApiLimits;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Two machines, which know nothing of each other, append to the same chats. */
class LogTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Trestle trestle = Trestle.inMemory();
  private final MemorySecrets secrets = new MemorySecrets(new SecureRandom());
  private final Messenger one = machine();
  private final Messenger other = machine();
  private final List<UserId> users =
      LongStream.range(0, 6).mapToObj(n -> user("+4670123450" + n)).toList();
  private final ChatId chat =
      one.parts().groups().open(users.getFirst(), "Boat club", users).chatId();

  private Messenger machine() {
    for (var model : Messenger.models()) TableCreation.create(model, trestle.client(), "");
    var options = MessengerOptions.local(StoreOptions.standard(), secrets).limits(ApiLimits.NONE);
    return Messenger.of(trestle.client(), options);
  }

  private UserId user(String number) {
    return one.parts().logins().logIn(number, "phone").user().userId();
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
    trestle.close();
  }

  private List<Message> entries() {
    var member = one.parts().access().member(chat, users.getFirst());
    return one.parts().history().after(member, 0, 100_000).entries();
  }

  @Test
  void two_machines_that_race_leave_no_hole_and_store_each_message_once() throws Exception {
    var sent = new ConcurrentLinkedQueue<Sent>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int sender = 0; sender < 6; sender++) {
        var user = users.get(sender);
        var id = "s" + sender + "-";
        var _ =
            threads.submit(() -> {
              for (int i = 0; i < 50; i++) {
                var log = i % 2 == 0 ? one.parts().log() : other.parts().log();
                var first = log.send(chat, user, Draft.text(id + i, "text " + i));
                sent.add(first);
                // A retry, perhaps at the other machine.
                if (i % 5 == 0) {
                  var again = one.parts().log().send(chat, user, Draft.text(id + i, "text " + i));
                  assertThat(again.sequence()).isEqualTo(first.sequence());
                  assertThat(again.messageId()).isEqualTo(first.messageId());
                  assertThat(again.replayed()).isTrue();
                }
              }
              return true;
            });
      }
    }
    assertThat(sent).hasSize(300);
    var stored = entries();
    assertThat(stored)
        .extracting(Message::sequence)
        .isEqualTo(LongStream.rangeClosed(1, 301).boxed().toList());
    assertThat(sent).extracting(Sent::sequence).doesNotHaveDuplicates();
    for (int sender = 0; sender < 6; sender++) {
      var user = users.get(sender);
      // What one person sent one after the other stands in that order.
      assertThat(
              stored.stream()
                  .filter(m -> m.kind() == Kind.text && m.senderId().equals(user))
                  .map(Message::content))
          .isEqualTo(LongStream.range(0, 50).mapToObj(i -> "text " + i).toList());
    }
    long ordinal = 0;
    for (var entry : stored) {
      if (entry.kind() == Kind.text) ordinal++;
      assertThat(entry.ordinal()).isEqualTo(ordinal);
    }
    Await.until(
        () -> one.parts().log().isPublished() && other.parts().log().isPublished(), PATIENCE);
    var head =
        one.store().run(ChatCounters.HEADS, List.of(new ChatCounters.OfChat(chat))).getFirst();
    assertThat(head.sequenceCounter()).isEqualTo(301);
    assertThat(head.ordinal()).isEqualTo(300);
    assertThat(head.lastText()).isEqualTo(301);
  }

  @Test
  void a_feed_that_is_quicker_than_the_writer_makes_nobody_look_the_head_up() {
    var parts = one.parts();
    var log = parts.log();
    var user = users.getFirst();
    var text = log.send(chat, user, Draft.text("first", "hello"));
    var changes = new Changes(one.store(), parts.access(), parts.ids(), InstantSource.system());
    long before = one.store().usage(Messages.HEAD.id()).calls();
    for (int i = 0; i < 10; i++) {
      var reaction =
          new Draft(
              "r" + i,
              Kind.reaction,
              i % 2 == 0 ? "+1" : "",
              "text/plain",
              Optional.of(text.sequence()),
              Optional.empty());
      var step = changes.step(chat, user, reaction);
      log.append(
          chat,
          head -> {
            var stored = step.attempt(head);
            log.saw(chat, head.sequence() + 1);
            return stored;
          });
    }
    Await.until(log::isPublished, PATIENCE);
    assertThat(one.store().usage(Messages.HEAD.id()).calls()).isEqualTo(before);
    // What was written elsewhere is looked up all the same.
    other.parts().log().send(chat, user, Draft.text("elsewhere", "hello"));
    log.saw(chat, text.sequence() + 11);
    assertThat(log.head(chat).sequence()).isEqualTo(text.sequence() + 11);
  }

  @Test
  void a_busy_chat_publishes_its_head_now_and_then_and_the_last_one_when_it_closes() {
    var log = one.parts().log();
    Await.until(log::isPublished, PATIENCE);
    long before = one.store().usage(ChatCounters.M12.id()).calls();
    long start = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      log.send(chat, users.getFirst(), Draft.text("busy" + i, "text"));
    }
    one.close();
    long turns = (System.nanoTime() - start) / 200_000_000;
    assertThat(one.store().usage(ChatCounters.M12.id()).calls() - before)
        .isLessThanOrEqualTo(turns + 3);
    var head =
        one.store().run(ChatCounters.HEADS, List.of(new ChatCounters.OfChat(chat))).getFirst();
    assertThat(head.sequenceCounter()).isEqualTo(101);
  }

  @Test
  void what_a_reader_was_given_stays_and_nothing_appears_below_it() throws Exception {
    var isOver = new AtomicBoolean();
    var faults = Collections.synchronizedList(new ArrayList<String>());
    var reader = one.parts().access().member(chat, users.get(1));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var _ =
          threads.submit(() -> {
            long last = 0;
            while (!isOver.get()) {
              for (var entry : other.parts().history().after(reader, last, 500).entries()) {
                if (entry.sequence() != last + 1) faults.add(last + " then " + entry.sequence());
                last = entry.sequence();
              }
              var newest = one.parts().history().recent(reader, 20).entries();
              for (int i = 1; i < newest.size(); i++) {
                if (newest.get(i).sequence() != newest.get(i - 1).sequence() - 1)
                  faults.add("a gap");
              }
            }
            return true;
          });
      try (var senders = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int sender = 0; sender < 6; sender++) {
          int number = sender;
          var _ =
              senders.submit(() -> {
                var log = number % 2 == 0 ? one.parts().log() : other.parts().log();
                for (int i = 0; i < 60; i++)
                  log.send(chat, users.get(number), Draft.text(number + "-" + i, "x"));
                return true;
              });
        }
      }
      isOver.set(true);
    }
    assertThat(faults).isEmpty();
    assertThat(entries()).hasSize(361);
  }

  @Test
  void nothing_of_a_removed_member_stands_above_the_removal() {
    var member = users.get(3);
    var owner = users.getFirst();
    for (int run = 0; run < 20; run++) {
      if (run > 0) one.parts().members().add(chat, owner, List.of(member));
      long before = entries().getLast().sequence();
      int first = 2 * run;
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var _ = threads.submit(() -> sendUntilRefused(member, first));
        var _ = threads.submit(() -> sendUntilRefused(member, first + 1));
        one.parts().members().remove(chat, owner, member);
      }
      var since = entries().stream().filter(entry -> entry.sequence() > before).toList();
      long removal =
          since.stream().filter(e -> e.kind() == Kind.left).findFirst().orElseThrow().sequence();
      assertThat(since)
          .filteredOn(entry -> entry.senderId().equals(member))
          .allMatch(entry -> entry.sequence() < removal);
    }
  }

  private boolean sendUntilRefused(UserId member, int run) {
    try {
      for (int i = 0; i < 2000; i++) {
        var log = i % 2 == 0 ? other.parts().log() : one.parts().log();
        log.send(chat, member, Draft.text("r" + run + "-" + i, "x"));
      }
      throw new AssertionError("nobody was removed");
    } catch (Refused refused) {
      return refused.code() == Refused.Code.NOT_A_MEMBER;
    }
  }

  @Test
  void a_busy_chat_is_written_many_messages_at_a_time() throws Exception {
    int messages = 1000;
    var log = one.parts().log();
    long before = one.store().usage("M21").calls();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < messages; i++) {
        var draft = Draft.text("m" + i, "text");
        var sender = users.get(i % users.size());
        var _ = threads.submit(() -> log.send(chat, sender, draft));
      }
    }
    assertThat(entries()).hasSize(messages + 1);
    assertThat(one.store().usage("M21").calls() - before).isLessThan(messages / 2);
  }

  @Test
  void a_group_of_a_thousand_is_made_and_takes_no_more() {
    var people = new ArrayList<UserId>();
    for (int i = 0; i < 1000; i++) people.add(user("+4673" + (1_000_000 + i)));
    var owner = people.getFirst();
    var big = one.parts().groups().open(owner, "Everybody", people);
    assertThat(one.parts().members().all(big.chatId())).hasSize(1000);
    assertThat(new HashSet<>(one.parts().members().all(big.chatId()))).hasSize(1000);
    assertThatThrownBy(() -> one.parts().members().add(big.chatId(), owner, List.of(users.get(1))))
        .isInstanceOf(Refused.class);
    var newcomer = one.parts().access().member(big.chatId(), people.getLast());
    assertThat(newcomer.role()).isEqualTo(Role.member);
    assertThat(
            other
                .parts()
                .log()
                .send(big.chatId(), people.getLast(), Draft.text("hi", "Hello"))
                .sequence())
        .as("they are all there from its first entry on")
        .isEqualTo(2);
  }

  @Test
  void an_idempotency_key_that_has_expired_is_free_even_if_it_is_still_there() {
    var log = one.parts().log();
    var first = log.send(chat, users.getFirst(), Draft.text("again", "Hello"));
    var table = "idempotency_keys";
    var item = trestle.client().scan(scan -> scan.tableName(table)).items().getFirst();
    var expired = new HashMap<>(item);
    expired.put("ttl", AttributeValue.fromN("1000"));
    trestle.client().putItem(put -> put.tableName(table).item(expired));
    var second = log.send(chat, users.getFirst(), Draft.text("again", "Hello"));
    assertThat(second.replayed()).isFalse();
    assertThat(second.sequence()).isGreaterThan(first.sequence());
    assertThat(second.messageId()).isNotEqualTo(first.messageId());
  }
}
