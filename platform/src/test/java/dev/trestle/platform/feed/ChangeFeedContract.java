package dev.trestle.platform.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.feed.Notes.Cover;
import dev.trestle.platform.feed.Notes.Note;
import dev.trestle.platform.feed.Notes.OfNote;
import dev.trestle.platform.thread.UncaughtErrors;
import dev.trestle.store.Store;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract of {@link ChangeFeed}. A subclass creates one for each test. */
abstract class ChangeFeedContract {
  static final Duration SOON = Duration.ofSeconds(60);

  abstract ChangeFeed feed();

  /** The store that writes the changes. */
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
  void the_parts_of_a_key_are_read_without_the_images() {
    var found = new CopyOnWriteArrayList<String>();
    var consumer =
        new ChangeConsumer() {
          @Override
          public void changed(List<Change> changes) {
            for (var change : changes) {
              found.add(
                  change.keyPart(Notes.NOTE, Notes.BOOK)
                      + " "
                      + change.keyPart(Notes.NOTE, Notes.PAGE));
            }
          }

          @Override
          public void gap(String shard) {}
        };
    try (var _ = feed().follow("push", Notes.TABLE, Start.HORIZON, consumer)) {
      write("a", 7, 1);
      Await.until(() -> found.size() == 1, SOON);
      store().run(Notes.BIND, new Cover("a", "Boats"));
      Await.until(() -> found.size() == 2, SOON);
    }
    assertThat(found).containsExactly("Optional[a] Optional[7]", "Optional[a] Optional.empty");
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
  void a_consumer_that_fails_by_an_error_is_told_again_and_lags_meanwhile() {
    var isFailing = new AtomicBoolean(true);
    var told =
        new Told(_ -> {
          if (isFailing.get()) throw new AssertionError("on purpose");
        });
    try (var _ = feed().follow("push", Notes.TABLE, Start.HORIZON, told)) {
      write("a", 1, 1);
      var second = Duration.ofSeconds(1);
      Await.until(() -> feed().stats("push", Notes.TABLE).lagMax().compareTo(second) > 0, SOON);
      isFailing.set(false);
      Await.until(() -> told.lines().size() == 1, SOON);
      Await.until(() -> feed().stats("push", Notes.TABLE).lagMax().isZero(), SOON);
    }
  }

  /** It ends the thread, and with it the process, if that is set up so. */
  @Test
  void a_fatal_error_in_a_consumer_is_told() {
    var told =
        new Told(_ -> {
          throw new InternalError("on purpose");
        });
    try (var fatal = new UncaughtErrors();
        var _ = feed().follow("push", Notes.TABLE, Start.HORIZON, told)) {
      write("a", 1, 1);
      Await.until(() -> fatal.contain(InternalError.class), SOON);
    }
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
  void what_was_before_is_left_out_if_so_asked() {
    write("a", 1, 1);
    // The times of stream records are whole seconds, so the feed goes back by one. It compares
    // milliseconds.
    long written = Instant.now().toEpochMilli();
    Await.until(() -> Instant.now().toEpochMilli() > written + 1000, SOON);
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
              feed().stats("push", Notes.TABLE).shards().stream()
                  .mapToLong(FeedStats.ShardStats::failures)
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
              feed().stats("push", Notes.TABLE).shards().stream()
                      .mapToLong(FeedStats.ShardStats::changes)
                      .sum()
                  == 30,
          SOON);
      Await.until(() -> feed().stats("push", Notes.TABLE).lagMax().isZero(), SOON);
      var owners = new ArrayList<List<String>>();
      for (var shard : feed().stats("push", Notes.TABLE).shards()) {
        owners.add(shard.owner().stream().toList());
      }
      assertThat(owners).isNotEmpty().allMatch(owner -> owner.size() == 1);
    }
  }
}
