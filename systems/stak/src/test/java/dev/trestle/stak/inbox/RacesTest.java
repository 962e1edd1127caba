package dev.trestle.stak.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.stak.StakFixture;
import dev.trestle.stak.inbox.MessageFilter.Folder;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserInboxKey;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Forced races: between the reads of one change and its write another change is made. After each of
 * them, list, counts and recount agree.
 */
final class RacesTest {
  private static final UserInboxKey ANN = UserInboxKey.of("acme", "ann", "DEFAULT");
  private static final Duration LIFETIME = Duration.ofSeconds(100);

  /** What happens just before the next call of an operation. */
  private record Interruption(String operation, Runnable action) {}

  private final AtomicReference<Optional<Interruption>> interruption =
      new AtomicReference<>(Optional.empty());
  private final StakFixture fixture = new StakFixture(this::watched);
  private final UserInbox inbox = fixture.inbox(ANN);

  @AfterEach
  void close() {
    fixture.close();
  }

  private DynamoDbClient watched(DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              var next = interruption.get();
              if (next.isPresent()
                  && next.get().operation().equals(method.getName())
                  && interruption.compareAndSet(next, Optional.empty())) {
                next.get().action().run();
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void before(String operation, Runnable action) {
    interruption.set(Optional.of(new Interruption(operation, action)));
  }

  private MessageId delivered(String category) {
    var id = fixture.nextId();
    fixture.deliver(ANN, id, category, LIFETIME);
    return id;
  }

  private void holds(long unread) {
    assertThat(interruption.get()).as("the race took place").isEmpty();
    assertThat(inbox.unread().total()).as("counts").isEqualTo(unread);
    assertThat(inbox.recount()).as("recount").isEqualTo(inbox.unread());
    var listed =
        inbox.list(new MessageFilter(Folder.INBOX, Optional.empty(), true), MessageId.LAST, 100);
    assertThat(listed.messages()).as("list").hasSize((int) unread);
    assertThat(listed.messages()).extracting(InboxMessage::id).doesNotHaveDuplicates();
  }

  @Test
  void a_message_that_comes_while_all_is_marked_read_is_unread() {
    delivered("news");
    before("putItem", () -> delivered("offers"));
    inbox.readAll(fixture.inboxes.now().minusSeconds(1));
    holds(2);
    var late = new MessageId[1];
    before("putItem", () -> late[0] = delivered("offers"));
    inbox.readAll(fixture.inboxes.now());
    // The mark was tried again, after the delivery, so it covers the message.
    holds(0);
    assertThat(inbox.message(late[0]).orElseThrow().readAt()).isPresent();
  }

  @Test
  void a_mark_that_comes_while_a_message_is_delivered_leaves_it_unread() {
    delivered("news");
    before("transactWriteItems", () -> inbox.readAll(fixture.inboxes.now()));
    delivered("offers");
    holds(1);
  }

  @Test
  void a_look_while_a_message_is_delivered_leaves_it_unseen() {
    delivered("news");
    before("transactWriteItems", inbox::seen);
    delivered("offers");
    holds(2);
    assertThat(inbox.unread().unseen()).isEqualTo(1);
  }

  @Test
  void marking_unread_and_marking_all_read_at_once_is_one_after_the_other() {
    var id = delivered("news");
    inbox.apply(new InboxAction.Read(), List.of(id));
    before("transactWriteItems", () -> inbox.readAll(fixture.inboxes.now()));
    inbox.apply(new InboxAction.MarkUnread(), List.of(id));
    holds(1);
    before("putItem", () -> inbox.apply(new InboxAction.MarkUnread(), List.of(id)));
    inbox.readAll(fixture.inboxes.now());
    holds(0);
  }

  @Test
  void marking_a_broadcast_unread_while_all_is_marked_read_agrees() {
    inbox.register();
    var id = fixture.posts.post(fixture.toEveryone(ANN.shared(), "news", LIFETIME)).id();
    inbox.apply(new InboxAction.Read(), List.of(id));
    before("putItem", () -> inbox.readAll(fixture.inboxes.now()));
    inbox.apply(new InboxAction.MarkUnread(), List.of(id));
    holds(0);
  }

  @Test
  void a_broadcast_while_all_is_marked_read_is_unread() {
    delivered("news");
    before("putItem", () -> fixture.posts.post(fixture.toEveryone(ANN.shared(), "news", LIFETIME)));
    inbox.readAll(fixture.inboxes.now());
    holds(1);
  }

  @Test
  void a_redaction_that_overtakes_the_delivery_keeps_it_out() {
    delivered("news");
    var id = fixture.nextId();
    before("transactWriteItems", () -> fixture.redact(ANN, id, "news", LIFETIME));
    assertThat(fixture.deliver(ANN, id, "news", LIFETIME)).isEqualTo(Recipient.Outcome.REDACTED);
    holds(1);
  }

  @Test
  void a_delivery_that_overtakes_the_redaction_is_redacted() {
    delivered("news");
    var id = fixture.nextId();
    before("putItem", () -> fixture.deliver(ANN, id, "news", LIFETIME));
    fixture.redact(ANN, id, "news", LIFETIME);
    holds(1);
    assertThat(inbox.message(id)).isEmpty();
  }

  @Test
  void a_message_that_is_read_while_it_is_redacted_is_counted_down_once() {
    var id = delivered("news");
    delivered("news");
    before("transactWriteItems", () -> inbox.apply(new InboxAction.Read(), List.of(id)));
    fixture.redact(ANN, id, "news", LIFETIME);
    holds(1);
    var next = delivered("news");
    before("transactWriteItems", () -> fixture.redact(ANN, next, "news", LIFETIME));
    inbox.apply(new InboxAction.Read(), List.of(next));
    holds(1);
  }

  @Test
  void a_read_message_that_is_marked_unread_while_it_is_redacted_is_not_counted() {
    var id = delivered("news");
    inbox.apply(new InboxAction.Read(), List.of(id));
    before("updateItem", () -> inbox.apply(new InboxAction.MarkUnread(), List.of(id)));
    fixture.redact(ANN, id, "news", LIFETIME);
    holds(0);
  }

  @Test
  void two_devices_that_read_the_same_count_it_once() {
    var id = delivered("news");
    delivered("offers");
    before("transactWriteItems", () -> inbox.apply(new InboxAction.Read(), List.of(id)));
    assertThat(inbox.apply(new InboxAction.Read(), List.of(id))).isEmpty();
    holds(1);
  }

  @Test
  void a_message_delivered_twice_at_once_is_there_once() {
    delivered("news");
    var id = fixture.nextId();
    before("transactWriteItems", () -> fixture.deliver(ANN, id, "news", LIFETIME));
    assertThat(fixture.deliver(ANN, id, "news", LIFETIME)).isEqualTo(Recipient.Outcome.REPEATED);
    holds(2);
  }

  @Test
  void two_first_messages_at_once_are_both_counted() {
    before("transactWriteItems", () -> delivered("news"));
    delivered("offers");
    holds(2);
  }

  @Test
  void what_expires_while_it_is_read_is_counted_down_once() {
    var id = delivered("news");
    delivered("offers");
    fixture.clock.advance(LIFETIME.minusSeconds(1));
    delivered("offers");
    before(
        "transactWriteItems",
        () -> {
          fixture.clock.advance(Duration.ofSeconds(2));
          assertThat(inbox.unread().total()).isEqualTo(1);
        });
    inbox.apply(new InboxAction.Read(), List.of(id));
    holds(1);
  }

  @Test
  void what_is_read_while_its_expiry_is_settled_is_counted_down_once() {
    var id = delivered("news");
    fixture.clock.advance(LIFETIME.minusSeconds(1));
    delivered("offers");
    fixture.clock.advance(Duration.ofSeconds(1));
    // Read by another device, whose server's clock is behind, between the read of the counts and
    // that of the index.
    before(
        "query",
        () -> {
          var behind = fixture.inboxes(() -> fixture.clock.instant().minusSeconds(2));
          behind.of(ANN).apply(new InboxAction.Read(), List.of(id));
        });
    assertThat(inbox.unread().total()).isEqualTo(1);
    holds(1);
  }

  @Test
  void what_expires_while_all_is_marked_read_is_counted_down_once() {
    delivered("news");
    var upTo = fixture.inboxes.now();
    fixture.clock.advance(Duration.ofSeconds(10));
    delivered("offers");
    fixture.clock.advance(LIFETIME.minusSeconds(20));
    delivered("receipts");
    // The counts are settled; then, before the rest is counted, the second one expires.
    before("query", () -> fixture.clock.advance(Duration.ofSeconds(30)));
    inbox.readAll(upTo);
    holds(1);
  }

  @Test
  void a_read_message_that_is_redacted_while_it_is_marked_unread_is_not_counted() {
    var id = delivered("news");
    inbox.apply(new InboxAction.Read(), List.of(id));
    before("transactWriteItems", () -> fixture.redact(ANN, id, "news", LIFETIME));
    inbox.apply(new InboxAction.MarkUnread(), List.of(id));
    holds(0);
  }

  @Test
  void a_mark_of_the_past_does_not_undo_a_later_one() {
    delivered("news");
    var first = fixture.inboxes.now();
    fixture.clock.advance(Duration.ofSeconds(10));
    var second = delivered("offers");
    inbox.readAll(fixture.inboxes.now());
    holds(0);
    var backdated = delivered("receipts");
    inbox.readAll(first);
    holds(1);
    assertThat(inbox.message(second).orElseThrow().readAt()).isPresent();
    assertThat(inbox.message(backdated).orElseThrow().readAt()).isEmpty();
    inbox.readAll(fixture.inboxes.now());
    holds(0);
  }

  @Test
  void a_snoozed_message_is_left_by_a_mark_and_comes_back_unread() {
    var id = delivered("news");
    inbox.apply(new InboxAction.Snooze(fixture.inboxes.now().plusSeconds(20)), List.of(id));
    holds(0);
    inbox.readAll(fixture.inboxes.now());
    holds(0);
    fixture.clock.advance(Duration.ofSeconds(20));
    holds(1);
    inbox.readAll(fixture.inboxes.now());
    holds(0);
  }

  @Test
  void an_inbox_that_nobody_looked_at_for_weeks_is_counted_anew() {
    delivered("news");
    fixture.deliver(ANN, fixture.nextId(), "offers", Duration.ofDays(90));
    fixture.clock.advance(Duration.ofDays(40));
    fixture.trestle.engine().runHousekeeping();
    assertThat(inbox.unread().total()).isEqualTo(1);
    assertThat(inbox.recount()).isEqualTo(inbox.unread());
  }
}
