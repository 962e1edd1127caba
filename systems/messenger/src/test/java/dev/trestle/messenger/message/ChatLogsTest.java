package dev.trestle.messenger.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.messenger.DomainFixture;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Two servers, which know nothing of each other, append to the same chats. */
class ChatLogsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Trestle trestle = Trestle.inMemory();
  private final DomainFixture one = server();
  private final DomainFixture other = server();
  private final List<UserId> users =
      LongStream.range(0, 6).mapToObj(n -> user("+4670123450" + n)).toList();
  private final ChatId chat = one.groups.create(users.getFirst(), "Boat club", users).chatId();

  private DomainFixture server() {
    return new DomainFixture(TestServer.context(trestle, InstantSource.system()));
  }

  private UserId user(String number) {
    return one.accounts.addUser(number, "User " + number);
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
    trestle.close();
  }

  private List<Message> entries() {
    var member = one.access.member(chat, users.getFirst());
    return one.history.after(member, 0, 100_000).entries();
  }

  @Test
  void two_servers_that_race_leave_no_gap_and_store_each_message_once() throws Exception {
    var sent = new ConcurrentLinkedQueue<Sent>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int sender = 0; sender < 6; sender++) {
        var user = users.get(sender);
        var id = "s" + sender + "-";
        var _ =
            threads.submit(() -> {
              for (int i = 0; i < 50; i++) {
                var log = i % 2 == 0 ? one.logs : other.logs;
                var first = log.send(chat, user, Draft.text(id + i, "text " + i));
                sent.add(first);
                // A retry, possibly on the other server.
                if (i % 5 == 0) {
                  var again = one.logs.send(chat, user, Draft.text(id + i, "text " + i));
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
      // Messages of one sender keep their order.
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
    Await.until(() -> one.logs.isPublished() && other.logs.isPublished(), TIMEOUT);
    var head =
        one.store.run(ChatCounters.OF_CHATS, List.of(new ChatCounters.OfChat(chat))).getFirst();
    assertThat(head.sequenceCounter()).isEqualTo(301);
    assertThat(head.ordinal()).isEqualTo(300);
    assertThat(head.lastText()).isEqualTo(301);
  }

  @Test
  void hearing_of_an_own_entry_early_does_not_cause_a_lookup_of_the_head() {
    var log = one.logs;
    var user = users.getFirst();
    var text = log.send(chat, user, Draft.text("first", "hello"));
    var amendments =
        new Amendments(one.store, one.cold, one.access, one.context.ids(), InstantSource.system());
    long before = one.store.usage(Messages.NEWEST.id()).calls();
    for (int i = 0; i < 10; i++) {
      var reaction =
          new Draft(
              "r" + i,
              Kind.reaction,
              i % 2 == 0 ? "+1" : "",
              "text/plain",
              Optional.of(text.sequence()),
              Optional.empty(),
              Optional.empty(),
              List.of());
      var append = amendments.append(chat, user, reaction);
      log.append(
          chat,
          head -> {
            var stored = append.attempt(head);
            log.heardOf(chat, head.sequence() + 1);
            return stored;
          });
    }
    Await.until(log::isPublished, TIMEOUT);
    assertThat(one.store.usage(Messages.NEWEST.id()).calls()).isEqualTo(before);
    // An entry of the other server is read from the table.
    other.logs.send(chat, user, Draft.text("elsewhere", "hello"));
    log.heardOf(chat, text.sequence() + 11);
    assertThat(log.head(chat).sequence()).isEqualTo(text.sequence() + 11);
  }

  @Test
  void a_busy_chat_publishes_its_head_at_intervals_and_the_last_one_at_the_end() {
    var log = one.logs;
    Await.until(log::isPublished, TIMEOUT);
    long before = one.store.usage(ChatCounters.PUBLISH.id()).calls();
    long start = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      log.send(chat, users.getFirst(), Draft.text("busy" + i, "text"));
    }
    one.close();
    long turns = (System.nanoTime() - start) / 200_000_000;
    assertThat(one.store.usage(ChatCounters.PUBLISH.id()).calls() - before)
        .isLessThanOrEqualTo(turns + 3);
    var head =
        one.store.run(ChatCounters.OF_CHATS, List.of(new ChatCounters.OfChat(chat))).getFirst();
    assertThat(head.sequenceCounter()).isEqualTo(101);
  }

  @Test
  void nothing_appears_below_what_a_reader_has_seen() throws Exception {
    var isOver = new AtomicBoolean();
    var faults = Collections.synchronizedList(new ArrayList<String>());
    var reader = one.access.member(chat, users.get(1));
    // Not a virtual thread: it never waits, so on a single core no other one would run.
    try (var threads = Executors.newSingleThreadExecutor()) {
      var _ =
          threads.submit(() -> {
            long last = 0;
            while (!isOver.get()) {
              for (var entry : other.history.after(reader, last, 500).entries()) {
                if (entry.sequence() != last + 1) faults.add(last + " then " + entry.sequence());
                last = entry.sequence();
              }
              var newest = one.history.recent(reader, 20).entries();
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
                var log = number % 2 == 0 ? one.logs : other.logs;
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
  void a_removed_member_has_no_entries_above_the_removal() {
    var member = users.get(3);
    var owner = users.getFirst();
    for (int run = 0; run < 20; run++) {
      if (run > 0) one.members.add(chat, owner, List.of(member));
      long before = entries().getLast().sequence();
      int first = 2 * run;
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var _ = threads.submit(() -> sendUntilRefused(member, first));
        var _ = threads.submit(() -> sendUntilRefused(member, first + 1));
        one.members.remove(chat, owner, member);
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
        var log = i % 2 == 0 ? other.logs : one.logs;
        log.send(chat, member, Draft.text("r" + run + "-" + i, "x"));
      }
      throw new AssertionError("the member was not removed");
    } catch (Refusal refusal) {
      return refusal instanceof Refusal.NotAMember;
    }
  }

  private static AppendOutcome<Boolean> awaited(CountDownLatch latch) {
    try {
      latch.await();
      return new AppendOutcome.Unneeded<>(true);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void messages_of_a_busy_chat_are_written_in_batches() throws Exception {
    int messages = 1000;
    var log = one.logs;
    long before = one.store.usage("M21").calls();
    var isBusy = new CountDownLatch(1);
    var areQueued = new CountDownLatch(1);
    var sent = new ArrayList<CompletableFuture<Sent>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first =
          threads.submit(() ->
              log.append(
                  chat,
                  _ -> {
                    isBusy.countDown();
                    return awaited(areQueued);
                  }));
      isBusy.await();
      for (int i = 0; i < messages; i++) {
        var sender = users.get(i % users.size());
        sent.add(log.sendLater(chat, sender, Draft.text("m" + i, "text")));
      }
      areQueued.countDown();
      assertThat(first.get()).isTrue();
    }
    for (var each : sent) each.get();
    assertThat(entries()).hasSize(messages + 1);
    assertThat(one.store.usage("M21").calls() - before).isEqualTo(messages / Messages.BATCH);
  }

  @Test
  void a_group_has_at_most_a_thousand_members() {
    var people = new ArrayList<UserId>();
    for (int i = 0; i < 1000; i++) people.add(user("+4673" + (1_000_000 + i)));
    var owner = people.getFirst();
    var big = one.groups.create(owner, "Everyone", people);
    assertThat(one.members.all(big.chatId())).hasSize(1000);
    assertThat(new HashSet<>(one.members.all(big.chatId()))).hasSize(1000);
    assertThatThrownBy(() -> one.members.add(big.chatId(), owner, List.of(users.get(1))))
        .isInstanceOf(Refusal.Conflict.class);
    var newcomer = one.access.member(big.chatId(), people.getLast());
    assertThat(newcomer.role()).isEqualTo(Role.member);
    assertThat(
            other.logs.send(big.chatId(), people.getLast(), Draft.text("hi", "Hello")).sequence())
        .as("all are members from the first entry on")
        .isEqualTo(2);
  }

  @Test
  void an_expired_idempotency_key_can_be_used_again_before_it_is_deleted() {
    var log = one.logs;
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

  /** It ends the process, if that is set up so. Once it was only a failed request. */
  @Test
  void a_fatal_error_is_told_and_the_next_entry_is_stored() {
    var fatal = new ConcurrentLinkedQueue<Throwable>();
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, error) -> fatal.add(error));
    try {
      assertThatThrownBy(() ->
              one.logs.append(
                  chat,
                  _ -> {
                    throw new InternalError("on purpose");
                  }))
          .hasCauseInstanceOf(InternalError.class);
      assertThat(fatal).singleElement().isInstanceOf(InternalError.class);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(one.logs.send(chat, users.getFirst(), Draft.text("id", "text")).sequence())
        .isEqualTo(2);
  }
}
