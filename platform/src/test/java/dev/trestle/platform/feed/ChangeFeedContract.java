package dev.trestle.platform.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.feed.Notes.Cover;
import dev.trestle.platform.feed.Notes.Note;
import dev.trestle.platform.feed.Notes.OfNote;
import dev.trestle.store.Store;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What every {@link ChangeFeed} does. A subclass has one for each test. */
abstract class ChangeFeedContract {
  static final Duration SOON = Duration.ofSeconds(20);

  abstract ChangeFeed feed();

  /** Where the changes are made. */
  abstract Store store();

  private void write(String book, long page, long version) {
    store().run(Notes.WRITE, new Note(book, page, version));
  }

  @Test
  void changes_come_as_records_of_before_and_after() {
    var told = new Told();
    try (var _ = feed().follow("push", Notes.TABLE, Start.HORIZON, told)) {
      write("a", 1, 1);
      write("a", 1, 2);
      store().run(Notes.TEAR, new OfNote("a", 1));
      Await.until(() -> told.lines().size() == 3, SOON);
    }
    assertThat(told.lines())
        .containsExactly(
            "INSERT → Note[book=a, page=1, version=1]",
            "MODIFY Note[book=a, page=1, version=1] → Note[book=a, page=1, version=2]",
            "REMOVE Note[book=a, page=1, version=2] →");
  }

  @Test
  void entities_of_one_table_are_told_apart() {
    var told = new Told();
    try (var _ = feed().follow("push", Notes.TABLE, Start.HORIZON, told)) {
      store().run(Notes.BIND, new Cover("a", "Boats"));
      Await.until(() -> told.lines().size() == 1, SOON);
    }
    assertThat(told.lines()).containsExactly("INSERT → Cover[book=a, title=Boats]");
  }

  @Test
  void the_changes_of_an_item_come_in_order() {
    var told = new Told.Versions();
    try (var _ = feed().follow("push", Notes.TABLE, Start.HORIZON, told)) {
      for (long version = 1; version <= 50; version++) {
        for (int page = 0; page < 20; page++) write("b" + page, page, version);
      }
      Await.until(() -> told.isAt(20, 50), SOON);
    }
    assertThat(told.wrong(50)).isEmpty();
    assertThat(told.all()).isEqualTo(1000);
  }

  @Test
  void a_consumer_goes_on_where_it_was() {
    var first = new Told();
    try (var _ = feed().follow("push", Notes.TABLE, Start.HORIZON, first)) {
      write("a", 1, 1);
      Await.until(() -> first.lines().size() == 1, SOON);
    }
    write("a", 1, 2);
    var second = new Told();
    try (var _ = feed().follow("push", Notes.TABLE, Start.HORIZON, second)) {
      write("a", 1, 3);
      Await.until(() -> second.lines().size() == 2, SOON);
    }
    assertThat(second.lines().getFirst()).endsWith("→ Note[book=a, page=1, version=2]");
  }

  @Test
  void consumers_of_other_names_each_get_all() {
    write("a", 1, 1);
    var one = new Told();
    var other = new Told();
    try (var _ = feed().follow("one", Notes.TABLE, Start.HORIZON, one);
        var _ = feed().follow("other", Notes.TABLE, Start.HORIZON, other)) {
      Await.until(() -> one.lines().size() == 1 && other.lines().size() == 1, SOON);
    }
  }

  @Test
  void what_was_before_is_left_out_if_so_asked() throws Exception {
    write("a", 1, 1);
    Thread.sleep(1100); // the stream tells times by the second
    var told = new Told();
    try (var _ = feed().follow("push", Notes.TABLE, Start.NOW, told)) {
      write("a", 1, 2);
      Await.until(() -> !told.lines().isEmpty(), SOON);
    }
    assertThat(told.lines())
        .containsExactly(
            "MODIFY Note[book=a, page=1, version=1] → Note[book=a, page=1, version=2]");
  }

  @Test
  void what_a_consumer_refuses_comes_again_before_anything_else() {
    var calls = new AtomicInteger();
    var told =
        new Told(_ -> {
          if (calls.incrementAndGet() < 3) throw new IllegalStateException("not now");
        });
    try (var _ = feed().follow("push", Notes.TABLE, Start.HORIZON, told)) {
      write("a", 1, 1);
      Await.until(() -> calls.get() >= 1, SOON);
      write("a", 1, 2);
      Await.until(() -> told.lines().size() == 2, SOON);
      assertThat(
              feed().figures("push", Notes.TABLE).shards().stream()
                  .mapToLong(FeedFigures.OfShard::failures)
                  .sum())
          .isEqualTo(2);
    }
    assertThat(told.lines().getFirst()).isEqualTo("INSERT → Note[book=a, page=1, version=1]");
  }

  @Test
  void figures_tell_how_far_it_is() {
    var told = new Told();
    try (var _ = feed().follow("push", Notes.TABLE, Start.HORIZON, told)) {
      for (int i = 0; i < 30; i++) write("b" + i, i, 1);
      Await.until(() -> told.lines().size() == 30, SOON);
      Await.until(
          () ->
              feed().figures("push", Notes.TABLE).shards().stream()
                      .mapToLong(FeedFigures.OfShard::changes)
                      .sum()
                  == 30,
          SOON);
      Await.until(() -> feed().figures("push", Notes.TABLE).lagMax().isZero(), SOON);
      var owners = new ArrayList<List<String>>();
      for (var shard : feed().figures("push", Notes.TABLE).shards()) {
        owners.add(shard.owner().stream().toList());
      }
      assertThat(owners).isNotEmpty().allMatch(owner -> owner.size() == 1);
    }
  }
}
