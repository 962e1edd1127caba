package dev.trestle.stak.inbox;

import static dev.trestle.model.Load.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.Model;
import dev.trestle.stak.StakWorld;
import dev.trestle.stak.inbox.Listing.Filter;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Inboxes.OfMessage;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Inboxes that are larger than what is held at once. */
final class LargeInboxTest {
  private static final int AT_ONCE = 25;
  private static final Duration LIFE = Duration.ofDays(60);

  private static final BatchWrite<OfMessage, Message> MESSAGES =
      Inboxes.MESSAGE
          .batchWrite("large.messages", "very many messages", OfMessage.class)
          .load(perSecond(1))
          .build();

  private static final BatchWrite<OfMessage, Receipt> RECEIPTS =
      Inboxes.RECEIPT
          .batchWrite("large.receipts", "very many receipts", OfMessage.class)
          .load(perSecond(1))
          .build();

  private static final Model MODEL =
      Model.named("large")
          .entities(Inboxes.MESSAGE, Inboxes.RECEIPT)
          .patterns(MESSAGES, RECEIPTS)
          .build();

  private final StakWorld world = new StakWorld();
  private final OfInbox of = new OfInbox("acme", "ann", "DEFAULT");
  private final Store store = Store.of(MODEL, world.client, world.options);

  @AfterEach
  void close() {
    world.close();
  }

  private <R> void write(BatchWrite<OfMessage, R> batch, int number, IntFunction<R> each) {
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
    var inbox = world.inbox(of);
    inbox.register();
    write(MESSAGES, number, _ -> world.message(of, world.ids.next(), "news", LIFE, 0, 0));
    // Nobody has looked for so long that the inbox is counted anew.
    world.clock.advance(Mailroom.GRACE.plusDays(1));
    assertThat(inbox.unread().total()).isEqualTo(number);
    assertThat(inbox.recount()).isEqualTo(inbox.unread());
  }

  @Test
  void what_was_read_is_read_however_many_receipts_lie_before_it() {
    var inbox = world.inbox(of);
    inbox.register();
    write(
        RECEIPTS,
        10_001,
        _ ->
            new Receipt(
                of.tenant(),
                of.user(),
                of.inbox(),
                world.ids.next(),
                Optional.of(world.room.now()),
                false,
                0,
                world.room.now().plus(LIFE)));
    var posted = world.posts.toEveryone(world.draft("acme", "news", LIFE));
    inbox.apply(new Act.Read(), List.of(posted.id()));
    assertThat(inbox.unread().total()).isZero();
    assertThat(inbox.list(Filter.ALL, MessageIds.LAST, 5).items())
        .singleElement()
        .matches(item -> item.readat().isPresent());
  }
}
