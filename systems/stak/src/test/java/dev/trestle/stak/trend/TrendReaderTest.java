package dev.trestle.stak.trend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.stak.StakFixture;
import dev.trestle.stak.inbox.InboxAction;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.Trends;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.trend.TrendReader.Activity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is summed in memory: reads and broadcasts. Deliveries are counted in DeliveryTest. */
class TrendReaderTest {
  private static final UserInboxKey ANN = UserInboxKey.of("acme", "ann", "DEFAULT");
  private static final Duration MONTH = Duration.ofDays(30);

  private final StakFixture fixture = new StakFixture();
  private final TrendReader trends = new TrendReader(fixture.store, fixture.clock);
  private final UserInbox inbox = fixture.inbox(ANN);

  @AfterEach
  void close() {
    fixture.close();
  }

  private MessageId deliver(String category) {
    fixture.clock.advance(Duration.ofSeconds(1));
    var id = fixture.nextId();
    fixture.deliver(ANN, id, category, MONTH);
    return id;
  }

  private Map<String, Activity> categories(int days) {
    fixture.inboxes.activity().flush();
    return trends.read(ANN.shared(), days, Optional.empty()).categories();
  }

  private static Activity read(long read) {
    return new Activity(0, 0, read, 0);
  }

  @Test
  void each_message_that_becomes_read_counts_however_it_was_marked() {
    var first = deliver("news");
    var second = deliver("news");
    var snoozed = deliver("orders");
    deliver("orders");
    inbox.apply(new InboxAction.Read(), List.of(first));
    inbox.apply(new InboxAction.Read(), List.of(first));
    assertThat(categories(7)).isEqualTo(Map.of("news", read(1)));

    inbox.apply(new InboxAction.Archive(), List.of(first, second));
    assertThat(categories(7)).isEqualTo(Map.of("news", read(2)));

    var soon = fixture.clock.instant().plusSeconds(60);
    inbox.apply(new InboxAction.Snooze(soon), List.of(snoozed));
    inbox.readAll(fixture.clock.instant());
    assertThat(categories(7)).isEqualTo(Map.of("news", read(2), "orders", read(1)));

    fixture.clock.advance(Duration.ofMinutes(2));
    inbox.readAll(fixture.clock.instant());
    inbox.readAll(fixture.clock.instant());
    assertThat(categories(7)).isEqualTo(Map.of("news", read(2), "orders", read(2)));

    inbox.apply(new InboxAction.MarkUnread(), List.of(first));
    inbox.apply(new InboxAction.Read(), List.of(first));
    assertThat(categories(7)).containsEntry("news", read(3));
  }

  @Test
  void what_arrives_after_a_mark_stays_unread_and_is_not_counted() {
    deliver("news");
    var before = fixture.clock.instant();
    fixture.clock.advance(Duration.ofSeconds(5));
    deliver("news");
    inbox.readAll(before);
    assertThat(inbox.unread().total()).isEqualTo(1);
    assertThat(categories(7)).isEqualTo(Map.of("news", read(1)));
  }

  @Test
  void a_broadcast_counts_as_sent_and_its_reads_do_not_count() {
    inbox.register();
    var posted = fixture.posts.post(fixture.toEveryone(ANN.shared(), "news", MONTH));
    inbox.apply(new InboxAction.Read(), List.of(posted.id()));
    inbox.readAll(fixture.clock.instant());
    assertThat(categories(7)).isEqualTo(Map.of("news", new Activity(1, 0, 0, 0)));
  }

  @Test
  void every_day_of_the_period_is_there_and_older_ones_are_not() {
    inbox.apply(new InboxAction.Read(), List.of(deliver("news")));
    var first = Trends.day(fixture.clock.instant());
    fixture.inboxes.activity().flush();
    fixture.clock.advance(Duration.ofDays(6));
    inbox.apply(new InboxAction.Read(), List.of(deliver("orders")));
    assertThat(categories(7)).isEqualTo(Map.of("news", read(1), "orders", read(1)));

    var week = trends.read(ANN.shared(), 7, Optional.empty()).days();
    assertThat(week).hasSize(7);
    assertThat(week.firstKey()).isEqualTo(first);
    assertThat(week.get(first)).isEqualTo(read(1));
    assertThat(week.get(week.lastKey())).isEqualTo(read(1));
    assertThat(week.values().stream().mapToLong(Activity::read).sum()).isEqualTo(2);
    var news = trends.read(ANN.shared(), 7, Optional.of("news")).days();
    assertThat(news.get(news.lastKey())).isEqualTo(read(0));

    fixture.clock.advance(Duration.ofDays(1));
    assertThat(categories(7)).isEqualTo(Map.of("orders", read(1)));
    assertThat(categories(90)).hasSize(2);
    assertThat(trends.read(ANN.shared(), 90, Optional.empty()).days()).hasSize(90);
  }
}
