package dev.trestle.platform.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.feed.Notes.Note;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.store.Store;
import dev.trestle.testing.Await;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A feed over hours and days: shards end, iterators expire, records are trimmed. */
final class StreamHistoryTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  private final Store store = StreamFeedTest.create(trestle);
  private final StreamFeed feed = StreamFeedTest.feed(trestle, "one", FailPoints.NONE);

  @AfterEach
  void close() {
    trestle.close();
  }

  private void write(int books, long version) {
    for (int book = 0; book < books; book++) {
      store.run(Notes.WRITE, new Note("b" + book, book, version));
    }
  }

  private void hoursLater(int hours) {
    clock.advance(Duration.ofHours(hours));
    trestle.engine().runHousekeeping();
  }

  @Test
  void children_begin_when_their_parents_are_done() {
    for (int version = 1; version <= 40; version++) {
      write(10, version);
      if (version % 10 == 0) hoursLater(5);
    }
    var told = new Told.Versions();
    try (var _ = feed.follow("push", Notes.TABLE, Start.HORIZON, told)) {
      Await.until(() -> told.isAt(10, 40), SOON);
    }
    assertThat(told.wrong(40)).isEmpty();
    assertThat(told.all()).isEqualTo(400);
    assertThat(feed.stats("push", Notes.TABLE).shards()).anyMatch(FeedStats.ShardStats::done);
  }

  /** Five hours also make every iterator expire, which is a quarter of an hour old at most. */
  @Test
  void shards_that_end_while_they_are_followed_are_followed_by_their_children() {
    var told = new Told.Versions();
    try (var _ = feed.follow("push", Notes.TABLE, Start.HORIZON, told)) {
      for (int version = 1; version <= 4; version++) {
        write(10, version);
        hoursLater(5);
      }
      Await.until(() -> told.isAt(10, 4), SOON);
    }
    assertThat(told.wrong(4)).isEmpty();
    assertThat(told.all()).isEqualTo(40);
  }

  @Test
  void what_went_out_of_the_stream_is_told_as_a_gap() {
    var first = new Told();
    try (var _ = feed.follow("push", Notes.TABLE, Start.HORIZON, first)) {
      write(1, 1);
      Await.until(() -> first.lines().size() == 1, SOON);
    }
    write(1, 2);
    hoursLater(5);
    hoursLater(25);
    write(1, 3);
    var second = new Told();
    try (var _ = feed.follow("push", Notes.TABLE, Start.HORIZON, second)) {
      Await.until(() -> !second.gaps().isEmpty() && !second.lines().isEmpty(), SOON);
    }
    assertThat(second.lines()).hasSize(1).allMatch(line -> line.endsWith("version=3]"));
    assertThat(first.gaps()).isEmpty();
  }

  @Test
  void shards_that_are_no_more_are_forgotten() {
    var told = new Told();
    try (var _ = feed.follow("push", Notes.TABLE, Start.HORIZON, told)) {
      write(5, 1);
      Await.until(() -> told.lines().size() == 5, SOON);
      int before = feed.stats("push", Notes.TABLE).shards().size();
      hoursLater(5);
      Await.until(() -> feed.stats("push", Notes.TABLE).shards().size() == 2 * before, SOON);
      hoursLater(25);
      hoursLater(25);
      write(5, 2);
      Await.until(() -> told.lines().size() == 10, SOON);
      Await.until(() -> feed.stats("push", Notes.TABLE).shards().size() <= 2 * before, SOON);
    }
  }
}
