package dev.trestle.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.GetRecords;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.engine.write.ItemAction;
import java.lang.Thread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShardRolloverTest {
  private static final int WRITERS = 4;
  private static final int WRITES = 400;
  private static final int ITEMS = 20;

  private final StreamTable things = new StreamTable(ViewType.NEW_AND_OLD_IMAGES);

  @AfterEach
  void close() {
    things.close();
  }

  @Test
  void a_new_stream_has_open_shards_without_parents() {
    assertThat(things.describe().shards())
        .hasSize(LogKeys.LINEAGES)
        .allMatch(shard -> shard.lastSequenceNumber().isEmpty() && shard.parentId().isEmpty())
        .allMatch(shard -> shard.id().matches("shardId-[0-9]{20}-[0-9a-f]{8}"));
  }

  @Test
  void a_shard_that_was_open_long_enough_is_followed_by_its_child() {
    things.put("a", 1);
    var parent = things.shardOf("a");
    things.clock.advance(StreamMaintenance.SHARD_AGE.minusMillis(1));
    things.maintain();
    assertThat(things.describe().shards()).hasSize(LogKeys.LINEAGES);
    things.clock.advance(Duration.ofMillis(1));
    things.maintain();
    things.maintain();
    things.put("a", 2);
    var shards = things.describe().shards();
    assertThat(shards).hasSize(2 * LogKeys.LINEAGES).isSortedAccordingTo(byId());
    var child = things.shardOf("a");
    assertThat(child.parentId()).contains(parent.id());
    var closed = find(shards, parent.id());
    assertThat(closed.lastSequenceNumber().orElseThrow())
        .isGreaterThanOrEqualTo(closed.firstSequenceNumber())
        .isLessThan(child.firstSequenceNumber());
    assertThat(versions(parent.id())).containsExactly("1");
    assertThat(versions(child.id())).containsExactly("2");
  }

  @Test
  void only_the_end_of_a_closed_shard_has_no_next_iterator() {
    things.put("a", 1);
    var shard = things.shardOf("a").id();
    var horizon = things.iterator(shard, "TRIM_HORIZON");
    assertThat(things.read(horizon).nextShardIterator()).isPresent();
    var latest = things.iterator(shard, "LATEST");
    things.context.streams().rollOver(things.stream());
    var last = things.read(horizon);
    assertThat(last.records()).hasSize(1);
    assertThat(last.nextShardIterator()).isEmpty();
    assertThat(things.read(latest)).isEqualTo(new GetRecords.Result(List.of(), Optional.empty()));
    assertThat(things.read(things.iterator(shard, "LATEST")).nextShardIterator()).isEmpty();
  }

  @Test
  void a_page_that_ends_before_the_closed_shard_does_has_a_next_iterator() {
    things.put("a", 1);
    things.put("a", 2);
    var shard = things.shardOf("a").id();
    things.context.streams().rollOver(things.stream());
    var page = things.run(new GetRecords(things.iterator(shard, "TRIM_HORIZON"), 1));
    assertThat(things.read(page.nextShardIterator().orElseThrow()).records()).hasSize(1);
  }

  @Test
  void two_rollovers_at_a_time_count_as_one() {
    var stream = things.stream();
    var lineage = new ShardLineage(things.storage, stream, 0, things.storage.committedNumber());
    var content = lineage.shards().getLast().opened().next(ShardBoundary.Kind.ROLLED);
    var boundaries = LogKeys.boundaries(stream.settings().id(), 0);
    int channel = LogKeys.channel(stream.settings().id(), 0);
    var mutation = things.storage.mutation();
    mutation.log(channel, boundaries, content).log(channel, boundaries, content);
    things.storage.commit(mutation);
    assertThat(things.describe().shards())
        .hasSize(LogKeys.LINEAGES + 1)
        .extracting(DescribeStream.Shard::id)
        .doesNotHaveDuplicates();
  }

  @Test
  void a_stream_that_was_switched_off_ends_with_its_last_record() {
    things.put("a", 1);
    var shard = things.shardOf("a").id();
    var iterator = things.iterator(shard, "TRIM_HORIZON");
    things.disable();
    var described = things.describe();
    assertThat(described.status()).isEqualTo("DISABLED");
    assertThat(described.shards())
        .hasSize(LogKeys.LINEAGES)
        .allMatch(each -> each.lastSequenceNumber().isPresent());
    var page = things.read(iterator);
    assertThat(page.records()).hasSize(1);
    assertThat(page.nextShardIterator()).isEmpty();
    things.maintain();
    assertThat(things.describe()).isEqualTo(described);
  }

  @Test
  void a_deleted_tables_stream_can_still_be_read() {
    things.put("a", 1);
    var iterator = things.iterator(things.shardOf("a").id(), "TRIM_HORIZON");
    things.catalog.delete(things.table, definition -> {});
    assertThat(things.read(iterator).records()).hasSize(1);
    assertThat(things.describe().status()).isEqualTo("DISABLED");
  }

  @Test
  void a_consumer_that_follows_children_sees_every_change_once_and_in_order() throws Exception {
    long seed = System.nanoTime();
    var written = new ArrayList<Map<String, Long>>();
    var consumer = new Consumer();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var writers = new ArrayList<Future<Map<String, Long>>>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        writers.add(threads.submit(() -> write(new Random(seed + writer), writer)));
      }
      do {
        things.context.streams().rollOver(things.stream());
        consumer.round();
      } while (!writers.stream().allMatch(Future::isDone));
      for (var writer : writers) written.add(writer.get());
    }
    things.disable();
    while (consumer.round()) {}
    var expected = new HashMap<String, Long>();
    written.forEach(expected::putAll);
    assertThat(consumer.versions).as("seed " + seed).isEqualTo(expected);
    assertThat(consumer.finished.size()).as("shards").isGreaterThan(LogKeys.LINEAGES);
  }

  @Test
  void a_stream_that_is_switched_off_under_load_ends_behind_its_last_record() throws Exception {
    long seed = System.nanoTime();
    var consumer = new Consumer();
    var stop = new AtomicBoolean();
    try (var threads = Executors.newFixedThreadPool(WRITERS)) {
      var writers = new ArrayList<Future<?>>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        writers.add(threads.submit(() -> writeUntil(stop, new Random(seed + writer), writer)));
      }
      while (consumer.taken < WRITES) consumer.round();
      things.disable();
      while (consumer.round()) {}
      stop.set(true);
      for (var writer : writers) writer.get();
    }
    assertThat(consumer.taken).as("seed " + seed).isEqualTo(things.stored() - LogKeys.LINEAGES);
  }

  @Test
  void a_stream_does_not_end_before_a_write_that_began_while_it_was_on() throws Exception {
    var shard = things.shardOf("a").id();
    var iterator = things.iterator(shard, "TRIM_HORIZON");
    var recorded = new CountDownLatch(1);
    var submitted = new CountDownLatch(1);
    var action =
        new ItemAction(
            things.table,
            StoredKeys.item(things.table.definition(), StreamTable.item("a", 1)),
            present -> Optional.of(StreamTable.item("a", 1)));
    var writer =
        Thread.ofPlatform()
            .start(() ->
                things.writes.writeAll(
                    List.of(action),
                    mutation -> {
                      recorded.countDown();
                      awaitLatch(submitted);
                    }));
    recorded.await();
    things.disable();
    var page = new AtomicReference<GetRecords.Result>();
    var reader = Thread.ofPlatform().start(() -> page.set(things.read(iterator)));
    while (reader.getState() != State.WAITING && reader.isAlive()) Thread.onSpinWait();
    submitted.countDown();
    reader.join();
    writer.join();
    assertThat(page.get().records()).hasSize(1);
    assertThat(page.get().nextShardIterator()).isEmpty();
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Counts items up from 1 and returns how far each got. */
  private Map<String, Long> write(Random random, int writer) {
    var versions = new HashMap<String, Long>();
    for (int i = 0; i < WRITES; i++) {
      var pk = "item" + writer + "-" + random.nextInt(ITEMS);
      things.put(pk, versions.merge(pk, 1L, Long::sum));
    }
    return versions;
  }

  private void writeUntil(AtomicBoolean stop, Random random, int writer) {
    var versions = new HashMap<String, Long>();
    while (!stop.get()) {
      var pk = "item" + writer + "-" + random.nextInt(ITEMS);
      things.put(pk, versions.merge(pk, 1L, Long::sum));
    }
  }

  /** Reads shards after their parents and fails if a version of an item is missing or repeated. */
  private final class Consumer {
    final Map<String, Long> versions = new HashMap<>();
    final Set<String> finished = new HashSet<>();
    int taken;
    private final Map<String, String> iterators = new HashMap<>();

    /** Reads a page of each shard and returns whether any shard is left. */
    boolean round() {
      boolean left = false;
      for (var shard : things.describe().shards()) {
        if (finished.contains(shard.id())) continue;
        left = true;
        if (shard.parentId().isPresent() && !finished.contains(shard.parentId().get())) continue;
        var iterator =
            iterators.computeIfAbsent(shard.id(), id -> things.iterator(id, "TRIM_HORIZON"));
        var page = things.run(new GetRecords(iterator, 50));
        page.records().forEach(this::take);
        if (page.nextShardIterator().isEmpty()) finished.add(shard.id());
        else iterators.put(shard.id(), page.nextShardIterator().get());
      }
      return left;
    }

    private void take(GetRecords.ChangeRecord change) {
      var pk = change.keys().get("pk").orElseThrow().string();
      long version = Long.parseLong(version(change));
      assertThat(version).as(pk).isEqualTo(versions.getOrDefault(pk, 0L) + 1);
      versions.put(pk, version);
      taken++;
    }
  }

  private List<String> versions(String shardId) {
    return things.readAll(things.iterator(shardId, "TRIM_HORIZON")).stream()
        .map(ShardRolloverTest::version)
        .toList();
  }

  private static String version(GetRecords.ChangeRecord change) {
    return change.newImage().flatMap(item -> item.get("version")).orElseThrow().numberText();
  }

  private static DescribeStream.Shard find(List<DescribeStream.Shard> shards, String id) {
    return shards.stream().filter(shard -> shard.id().equals(id)).findFirst().orElseThrow();
  }

  private static Comparator<DescribeStream.Shard> byId() {
    return Comparator.comparing(DescribeStream.Shard::id);
  }
}
