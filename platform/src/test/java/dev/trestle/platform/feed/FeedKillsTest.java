package dev.trestle.platform.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.feed.Notes.Note;
import dev.trestle.platform.lease.Mortal;
import dev.trestle.store.Store;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Followers that die at any of their points while others write. With the checkpoint moved before
 * the consumer has its changes, the death in the middle of a batch was seen to fail; the random
 * ones did not catch it.
 */
final class FeedKillsTest {
  private static final Duration SOON = Duration.ofMinutes(2);
  private static final int NOTES = 12;
  private static final int VERSIONS = 150;

  private final Trestle trestle = Trestle.inMemory();
  private final Store store = StreamFeedTest.create(trestle);
  private final Told.Versions told = new Told.Versions();

  @AfterEach
  void close() {
    trestle.close();
  }

  private record Follower(StreamFeed feed, ChangeFeed.Subscription following, Mortal mortal) {}

  private Follower process(String name, long passages) {
    var mortal = new Mortal(passages);
    var feed = StreamFeedTest.feed(trestle, name, mortal);
    return new Follower(feed, feed.follow("push", Notes.TABLE, Start.HORIZON, told), mortal);
  }

  @Test
  void nothing_is_lost_and_each_notes_changes_come_in_order() throws Exception {
    long seed = Long.getLong("trestle.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    var writer = Thread.startVirtualThread(this::write);
    var living = new ArrayList<Follower>();
    int deaths = 0;
    while (deaths < 6) {
      living.removeIf(process -> process.mortal.isDead());
      while (living.size() < 2) {
        deaths++;
        living.add(process("p" + deaths, 1 + random.nextInt(200)));
      }
      Await.until(() -> living.stream().anyMatch(process -> process.mortal.isDead()), SOON);
    }
    living.forEach(process -> process.mortal.die());
    writer.join();
    var last = process("last", Long.MAX_VALUE);
    Await.until(() -> told.isAt(NOTES, VERSIONS), SOON);
    last.following.close();
    assertThat(told.wrong(VERSIONS)).as("seed " + seed).isEmpty();
  }

  private void write() {
    for (long version = 1; version <= VERSIONS; version++) {
      for (int note = 0; note < NOTES; note++) {
        store.run(Notes.WRITE, new Note("b" + note, note, version));
      }
    }
  }

  @Test
  void changes_that_were_being_handled_at_a_death_come_again() throws Exception {
    var begun = new CountDownLatch(1);
    var never = new CountDownLatch(1);
    var mortal = new Mortal();
    var held =
        new Told(_ -> {
          begun.countDown();
          awaitCalmly(never);
        });
    var first = StreamFeedTest.feed(trestle, "a", mortal);
    first.follow("push", Notes.TABLE, Start.HORIZON, held);
    store.run(Notes.WRITE, new Note("a", 1, 1));
    begun.await();
    long before = mortal.passages();
    Await.until(
        () -> mortal.passages() > before + 5, SOON); // The lease is renewed with its checkpoint.
    mortal.die();
    var again = new Told();
    var second = StreamFeedTest.feed(trestle, "b", new Mortal());
    try (var _ = second.follow("push", Notes.TABLE, Start.HORIZON, again)) {
      Await.until(() -> again.lines().size() == 1, SOON);
    }
    never.countDown();
  }

  private static void awaitCalmly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void consumers_share_the_shards_and_take_over_those_of_the_dead() {
    var first = process("a", Long.MAX_VALUE);
    var second = process("b", Long.MAX_VALUE);
    int shards = first.feed.stats("push", Notes.TABLE).shards().size();
    Await.until(() -> owned(first, "a") == Math.ceilDiv(shards, 2), SOON);
    Await.until(() -> owned(first, "b") == shards / 2, SOON);
    first.mortal.die();
    Await.until(() -> owned(second, "b") == shards, SOON);
    second.following.close();
    assertThat(owned(second, "b")).isZero();
  }

  private static long owned(Follower process, String name) {
    return process.feed.stats("push", Notes.TABLE).shards().stream()
        .filter(shard -> shard.owner().filter(name::equals).isPresent())
        .count();
  }
}
