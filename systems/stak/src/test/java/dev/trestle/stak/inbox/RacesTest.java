package dev.trestle.stak.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.stak.StakWorld;
import dev.trestle.stak.inbox.Listing.Filter;
import dev.trestle.stak.inbox.Listing.Folder;
import dev.trestle.stak.model.Inboxes.OfInbox;
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
 * Races, forced: between the reads of one change and its write another change is made. After each
 * of them what is listed, counted and found by a recount is the same.
 */
final class RacesTest {
  private static final OfInbox ANN = new OfInbox("acme", "ann", "DEFAULT");
  private static final Duration LIFE = Duration.ofSeconds(100);

  /** What is to happen just before the next call of an operation. */
  private record Ambush(String operation, Runnable action) {}

  private final AtomicReference<Optional<Ambush>> ambush = new AtomicReference<>(Optional.empty());
  private final StakWorld world = new StakWorld(this::watched);
  private final UserInbox inbox = world.inbox(ANN);

  @AfterEach
  void close() {
    world.close();
  }

  private DynamoDbClient watched(DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              var lying = ambush.get();
              if (lying.isPresent()
                  && lying.get().operation().equals(method.getName())
                  && ambush.compareAndSet(lying, Optional.empty())) {
                lying.get().action().run();
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void before(String operation, Runnable action) {
    ambush.set(Optional.of(new Ambush(operation, action)));
  }

  private String delivered(String category) {
    var id = world.ids.next();
    world.deliver(ANN, id, category, LIFE);
    return id;
  }

  private void holds(long unread) {
    assertThat(ambush.get()).as("the race took place").isEmpty();
    assertThat(inbox.unread().total()).as("counts").isEqualTo(unread);
    assertThat(inbox.recount()).as("recount").isEqualTo(inbox.unread());
    var listed = inbox.list(new Filter(Folder.INBOX, Optional.empty(), true), MessageIds.LAST, 100);
    assertThat(listed.items()).as("list").hasSize((int) unread);
    assertThat(listed.items()).extracting(Item::id).doesNotHaveDuplicates();
  }

  @Test
  void a_message_that_comes_while_all_is_marked_read_is_unread() {
    delivered("news");
    before("putItem", () -> delivered("offers"));
    inbox.readAll(world.room.now().minusSeconds(1));
    holds(2);
    var late = new String[1];
    before("putItem", () -> late[0] = delivered("offers"));
    inbox.readAll(world.room.now());
    // The mark was tried again and is the later of the two: it covers what came before it.
    holds(0);
    assertThat(inbox.item(late[0]).orElseThrow().readat()).isPresent();
  }

  @Test
  void a_mark_that_comes_while_a_message_is_delivered_leaves_it_unread() {
    delivered("news");
    before("transactWriteItems", () -> inbox.readAll(world.room.now()));
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
    inbox.apply(new Act.Read(), List.of(id));
    before("transactWriteItems", () -> inbox.readAll(world.room.now()));
    inbox.apply(new Act.MarkUnread(), List.of(id));
    holds(1);
    before("putItem", () -> inbox.apply(new Act.MarkUnread(), List.of(id)));
    inbox.readAll(world.room.now());
    holds(0);
  }

  @Test
  void marking_a_public_message_unread_while_all_is_marked_read_agrees() {
    inbox.register();
    var id = world.posts.toEveryone(world.draft("acme", "news", LIFE)).id();
    inbox.apply(new Act.Read(), List.of(id));
    before("putItem", () -> inbox.readAll(world.room.now()));
    inbox.apply(new Act.MarkUnread(), List.of(id));
    holds(0);
  }

  @Test
  void a_broadcast_while_all_is_marked_read_is_unread() {
    delivered("news");
    before("putItem", () -> world.posts.toEveryone(world.draft("acme", "news", LIFE)));
    inbox.readAll(world.room.now());
    holds(1);
  }

  @Test
  void a_redaction_that_overtakes_the_delivery_keeps_it_out() {
    delivered("news");
    var id = world.ids.next();
    before("transactWriteItems", () -> world.redact(ANN, id, "news", LIFE));
    assertThat(world.deliver(ANN, id, "news", LIFE)).isEqualTo(Recipient.Outcome.REDACTED);
    holds(1);
  }

  @Test
  void a_delivery_that_overtakes_the_redaction_is_redacted() {
    delivered("news");
    var id = world.ids.next();
    before("putItem", () -> world.deliver(ANN, id, "news", LIFE));
    world.redact(ANN, id, "news", LIFE);
    holds(1);
    assertThat(inbox.item(id)).isEmpty();
  }

  @Test
  void a_message_that_is_read_while_it_is_redacted_is_counted_down_once() {
    var id = delivered("news");
    delivered("news");
    before("transactWriteItems", () -> inbox.apply(new Act.Read(), List.of(id)));
    world.redact(ANN, id, "news", LIFE);
    holds(1);
    var next = delivered("news");
    before("transactWriteItems", () -> world.redact(ANN, next, "news", LIFE));
    inbox.apply(new Act.Read(), List.of(next));
    holds(1);
  }

  @Test
  void a_read_message_that_is_marked_unread_while_it_is_redacted_is_not_counted() {
    var id = delivered("news");
    inbox.apply(new Act.Read(), List.of(id));
    before("updateItem", () -> inbox.apply(new Act.MarkUnread(), List.of(id)));
    world.redact(ANN, id, "news", LIFE);
    holds(0);
  }

  @Test
  void two_devices_that_read_the_same_count_it_once() {
    var id = delivered("news");
    delivered("offers");
    before("transactWriteItems", () -> inbox.apply(new Act.Read(), List.of(id)));
    assertThat(inbox.apply(new Act.Read(), List.of(id))).isEmpty();
    holds(1);
  }

  @Test
  void a_message_delivered_twice_at_once_is_there_once() {
    delivered("news");
    var id = world.ids.next();
    before("transactWriteItems", () -> world.deliver(ANN, id, "news", LIFE));
    assertThat(world.deliver(ANN, id, "news", LIFE)).isEqualTo(Recipient.Outcome.REPEATED);
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
    world.clock.advance(LIFE.minusSeconds(1));
    delivered("offers");
    before(
        "transactWriteItems",
        () -> {
          world.clock.advance(Duration.ofSeconds(2));
          assertThat(inbox.unread().total()).isEqualTo(1);
        });
    inbox.apply(new Act.Read(), List.of(id));
    holds(1);
  }

  @Test
  void what_is_read_while_its_expiry_is_settled_is_counted_down_once() {
    var id = delivered("news");
    world.clock.advance(LIFE.minusSeconds(1));
    delivered("offers");
    world.clock.advance(Duration.ofSeconds(1));
    // Between the read of the counts and that of the index: read by another device, whose clock
    // is behind.
    before(
        "query",
        () -> {
          var behind =
              new Mailroom(world.store, () -> world.clock.instant().minusSeconds(2), _ -> {});
          behind.inbox(ANN).apply(new Act.Read(), List.of(id));
        });
    assertThat(inbox.unread().total()).isEqualTo(1);
    holds(1);
  }

  @Test
  void what_expires_while_all_is_marked_read_is_counted_down_once() {
    delivered("news");
    var upTo = world.room.now();
    world.clock.advance(Duration.ofSeconds(10));
    delivered("offers");
    world.clock.advance(LIFE.minusSeconds(20));
    delivered("receipts");
    // The counts are settled; then, before the rest is counted, the second one expires.
    before("query", () -> world.clock.advance(Duration.ofSeconds(30)));
    inbox.readAll(upTo);
    holds(1);
  }

  @Test
  void a_read_message_that_is_redacted_while_it_is_marked_unread_is_not_counted() {
    var id = delivered("news");
    inbox.apply(new Act.Read(), List.of(id));
    before("transactWriteItems", () -> world.redact(ANN, id, "news", LIFE));
    inbox.apply(new Act.MarkUnread(), List.of(id));
    holds(0);
  }

  @Test
  void a_mark_of_the_past_does_not_undo_a_later_one() {
    delivered("news");
    var first = world.room.now();
    world.clock.advance(Duration.ofSeconds(10));
    var second = delivered("offers");
    inbox.readAll(world.room.now());
    holds(0);
    var backdated = delivered("receipts");
    inbox.readAll(first);
    holds(1);
    assertThat(inbox.item(second).orElseThrow().readat()).isPresent();
    assertThat(inbox.item(backdated).orElseThrow().readat()).isEmpty();
    inbox.readAll(world.room.now());
    holds(0);
  }

  @Test
  void a_snoozed_message_is_left_by_a_mark_and_comes_back_unread() {
    var id = delivered("news");
    inbox.apply(new Act.Snooze(world.room.now().plusSeconds(20)), List.of(id));
    holds(0);
    inbox.readAll(world.room.now());
    holds(0);
    world.clock.advance(Duration.ofSeconds(20));
    holds(1);
    inbox.readAll(world.room.now());
    holds(0);
  }

  @Test
  void an_inbox_that_nobody_looked_at_for_weeks_is_counted_anew() {
    delivered("news");
    world.deliver(ANN, world.ids.next(), "offers", Duration.ofDays(90));
    world.clock.advance(Duration.ofDays(40));
    world.trestle.engine().keepHouse();
    assertThat(inbox.unread().total()).isEqualTo(1);
    assertThat(inbox.recount()).isEqualTo(inbox.unread());
  }
}
