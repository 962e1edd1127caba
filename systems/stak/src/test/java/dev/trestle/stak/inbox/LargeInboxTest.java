package dev.trestle.stak.inbox;

import static dev.trestle.model.Load.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.Model;
import dev.trestle.stak.StakFixture;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.model.UserMessageKey;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Inboxes larger than one read. */
final class LargeInboxTest {
  private static final int AT_ONCE = 25;
  private static final Duration LIFETIME = Duration.ofDays(60);

  private static final BatchWrite<UserMessageKey, Message> MESSAGES =
      Inboxes.MESSAGE
          .batchWrite("large.messages", "very many messages", UserMessageKey.class)
          .load(perSecond(1))
          .build();

  private static final BatchWrite<UserMessageKey, Receipt> RECEIPTS =
      Inboxes.RECEIPT
          .batchWrite("large.receipts", "very many receipts", UserMessageKey.class)
          .load(perSecond(1))
          .build();

  private static final Model MODEL =
      Model.named("large")
          .entities(Inboxes.MESSAGE, Inboxes.RECEIPT)
          .patterns(MESSAGES, RECEIPTS)
          .build();

  private final StakFixture fixture = new StakFixture();
  private final UserInboxKey key = UserInboxKey.of("acme", "ann", "DEFAULT");
  private final Store store = Store.of(MODEL, fixture.client, fixture.options);

  @AfterEach
  void close() {
    fixture.close();
  }

  private <R> void write(BatchWrite<UserMessageKey, R> batch, int number, IntFunction<R> each) {
    var some = new ArrayList<R>();
    for (int i = 0; i < number; i++) {
      some.add(each.apply(i));
      if (some.size() < AT_ONCE && i < number - 1) continue;
      store.run(batch, some, List.of());
      some.clear();
    }
  }

  @Test
  void an_inbox_of_more_than_a_hundred_thousand_messages_is_counted_whole() {
    int number = 100_001;
    var inbox = fixture.inbox(key);
    inbox.register();
    write(MESSAGES, number, _ -> fixture.message(key, fixture.nextId(), "news", LIFETIME, 0, 0));
    // After this time the inbox is recounted.
    fixture.clock.advance(UserInboxes.TTL_GRACE.plusDays(1));
    assertThat(inbox.unread().total()).isEqualTo(number);
    assertThat(inbox.recount()).isEqualTo(inbox.unread());
  }

  @Test
  void what_was_read_is_read_however_many_receipts_lie_before_it() {
    var inbox = fixture.inbox(key);
    inbox.register();
    write(
        RECEIPTS,
        10_001,
        _ ->
            new Receipt(
                key.tenant(),
                key.user(),
                key.inbox(),
                fixture.nextId(),
                Optional.of(fixture.inboxes.now()),
                false,
                0,
                fixture.inboxes.now().plus(LIFETIME)));
    var posted = fixture.posts.post(fixture.toEveryone(key.shared(), "news", LIFETIME));
    inbox.apply(new InboxAction.Read(), List.of(posted.id()));
    assertThat(inbox.unread().total()).isZero();
    assertThat(inbox.list(MessageFilter.ALL, MessageId.LAST, 5).messages())
        .singleElement()
        .matches(message -> message.readAt().isPresent());
  }
}
