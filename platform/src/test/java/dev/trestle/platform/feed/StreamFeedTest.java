package dev.trestle.platform.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Engine;
import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.feed.Notes.Note;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.Passage;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A feed of the embedded engine's streams. */
final class StreamFeedTest extends ChangeFeedContract {
  private final Trestle trestle = Trestle.inMemory();
  private final Store store = create(trestle);
  private final StreamFeed feed = feed(trestle, "one", Passage.FREE);

  static Store create(Trestle trestle) {
    TableCreation.create(Notes.MODEL, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    return Store.of(Notes.MODEL, trestle.client());
  }

  static StreamFeed feed(Trestle trestle, String member, Passage passage) {
    return new StreamFeed(
        trestle.client(),
        trestle.streamsClient(),
        StoreOptions.standard(),
        FeedOptions.signalled(member, signal(trestle.engine()))
            .leases(new LeaseOptions(member, Duration.ofMillis(800), Duration.ofMillis(100)))
            .passage(passage));
  }

  /** As the program wires it. */
  static ChangeSignal signal(Engine engine) {
    return ChangeSignal.of(engine::changePosition, engine::awaitChange);
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  @Override
  ChangeFeed feed() {
    return feed;
  }

  @Override
  Store store() {
    return store;
  }

  @Test
  void a_change_reaches_its_consumer_within_milliseconds() throws Exception {
    var arrived = new ArrayBlockingQueue<Long>(10);
    var told = new Told(_ -> arrived.add(System.nanoTime()));
    var micros = new ArrayList<Long>();
    try (var _ = feed.follow("push", Notes.TABLE, Start.HORIZON, told)) {
      for (int version = 1; version <= 200; version++) {
        store.run(Notes.WRITE, new Note("a", 1, version));
        long committed = System.nanoTime();
        micros.add((arrived.take() - committed) / 1000);
      }
    }
    Collections.sort(micros);
    assertThat(micros.get(micros.size() / 2)).as("median, of %s", micros).isLessThan(5_000);
  }
}
