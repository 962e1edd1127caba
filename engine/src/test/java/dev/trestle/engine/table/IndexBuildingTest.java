package dev.trestle.engine.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexBuildingTest {
  private static final int CHUNK = 256;

  @TempDir private Path folder;

  @Test
  void an_index_of_a_table_with_items_is_built_and_then_active() {
    try (var open = OpenTables.at(folder)) {
      var table = open.create("people");
      open.putColoured(table, 0, CHUNK * 2 + 5);
      var index = open.addIndex(table);
      assertThat(index.state()).isEqualTo(State.BACKFILLING);
      open.catalog.awaitMaintenance();
      assertThat(open.index("people").state()).isEqualTo(State.ACTIVE);
      assertComplete(open, table, index);
    }
  }

  @Test
  void items_without_the_attribute_or_with_another_type_are_passed_over() {
    try (var open = OpenTables.at(folder)) {
      var table = open.create("people");
      open.put(table, OpenTables.item(1, Value.string("red")));
      open.put(table, OpenTables.item(2, Value.number(7)));
      open.put(table, OpenTables.item(3, Value.string("")));
      open.put(table, Item.of("pk", Value.string("colourless")));
      var index = open.addIndex(table);
      open.catalog.awaitMaintenance();
      assertThat(open.index("people").state()).isEqualTo(State.ACTIVE);
      assertThat(open.entries(ColumnFamily.INDEX, index.id()))
          .containsExactly(OpenTables.item(1, Value.string("red")));
    }
  }

  @Test
  void building_goes_on_after_a_crash_where_it_was() {
    int items = CHUNK + 50;
    var crashed = OpenTables.failing(folder, FaultPoints.BACKFILL_CHUNK);
    var before = crashed.create("people");
    crashed.putColoured(before, 0, items);
    crashed.addIndex(before);
    crashed.catalog.awaitMaintenance();
    assertThat(crashed.reindexed).hasValue(CHUNK);
    assertThat(crashed.index("people").state()).isEqualTo(State.BACKFILLING);
    crashed.crash();
    try (var open = OpenTables.at(folder)) {
      open.catalog.awaitMaintenance();
      assertThat(open.reindexed).hasValue(items - CHUNK);
      var index = open.index("people");
      assertThat(index.state()).isEqualTo(State.ACTIVE);
      assertComplete(open, open.table("people"), index);
      assertThat(new CatalogRecords(open.storage).position(index.id())).isNull();
    }
  }

  /** Once what was built before the crash was counted twice. */
  @Test
  void an_index_that_a_crash_interrupted_is_counted_once() {
    int chunks = 20;
    var built = new AtomicInteger();
    var crashed =
        OpenTables.with(
            folder,
            name -> {
              if (name.equals(FaultPoints.BACKFILL_CHUNK) && built.incrementAndGet() == chunks) {
                throw new IllegalStateException("on purpose");
              }
            });
    var before = crashed.create("people");
    int items = CHUNK * chunks;
    crashed.putColoured(before, 0, items);
    crashed.addIndex(before);
    crashed.catalog.awaitMaintenance();
    assertThat(crashed.index("people").state()).isEqualTo(State.BACKFILLING);
    crashed.crash();
    try (var open = OpenTables.at(folder)) {
      open.catalog.awaitMaintenance();
      var table = open.table("people");
      int id = open.index("people").id();
      var entries = open.entries(ColumnFamily.INDEX, id);
      assertThat(table.indexItemCount(id)).isEqualTo(items).isEqualTo(entries.size());
      assertThat(table.indexByteCount(id))
          .isEqualTo(entries.stream().mapToInt(item -> item.size()).sum());
      assertThat(table.itemCount()).isEqualTo(items);
    }
  }

  @Test
  void expiry_times_of_old_items_are_entered_when_it_is_switched_on() {
    try (var open = OpenTables.at(folder)) {
      var table = open.create("people");
      var soon = Value.number(System.currentTimeMillis() / 1000 + 60);
      open.put(table, Item.of("pk", Value.string("a")).with("expires", soon));
      open.put(table, Item.of("pk", Value.string("b")));
      var ttl = new TimeToLive("expires", open.catalog.newId(), false);
      open.catalog.alter(
          table, definition -> definition.toBuilder().timeToLive(Optional.of(ttl)).build());
      open.catalog.awaitMaintenance();
      assertThat(table.definition().timeToLive().orElseThrow().complete()).isTrue();
      assertThat(keys(open, ttl.indexId())).isEqualTo(1);
      open.catalog.alter(
          table, definition -> definition.toBuilder().timeToLive(Optional.empty()).build());
      open.catalog.awaitMaintenance();
      assertThat(keys(open, ttl.indexId())).isZero();
    }
  }

  private static int keys(OpenTables open, int id) {
    int keys = 0;
    open.storage.enter();
    try (var range =
        open.storage.range(
            ColumnFamily.INDEX, StoredKeys.ofId(id), StoredKeys.ofId(id + 1), false)) {
      while (range.next()) keys++;
    } finally {
      open.storage.leave();
    }
    return keys;
  }

  @Test
  void writes_while_an_index_is_built_and_dropped_are_all_in_it_or_none() throws Exception {
    long seed = System.nanoTime();
    try (var open = OpenTables.at(folder)) {
      var table = open.create("people");
      open.putColoured(table, 0, CHUNK * 4);
      var done = new AtomicBoolean();
      var writers = List.of(writer(open, table, seed, done), writer(open, table, seed + 1, done));
      var index = open.addIndex(table);
      open.catalog.awaitMaintenance();
      assertThat(open.index("people").state()).as("seed %s", seed).isEqualTo(State.ACTIVE);
      open.catalog.alter(table, definition -> definition.withIndexes(List.of()));
      var second = open.addIndex(table);
      open.catalog.awaitMaintenance();
      done.set(true);
      for (var writer : writers) writer.join();
      assertThat(open.entries(ColumnFamily.INDEX, index.id())).as("seed %s", seed).isEmpty();
      assertComplete(open, table, second);
    }
  }

  private static Thread writer(OpenTables open, OpenTable table, long seed, AtomicBoolean done) {
    return Thread.ofPlatform()
        .start(() -> {
          var random = new SplittableRandom(seed);
          while (!done.get()) {
            int number = random.nextInt(CHUNK * 8);
            var item = OpenTables.item(number, Value.string("blue" + random.nextInt(9)));
            if (random.nextInt(3) == 0) open.delete(table, item);
            else open.put(table, item);
          }
        });
  }

  /** Asserts that the index equals one that is built from the table alone. */
  private static void assertComplete(OpenTables open, OpenTable table, SecondaryIndex index) {
    var items = open.entries(ColumnFamily.ITEMS, table.id());
    assertThat(items).isNotEmpty();
    assertThat(open.entries(ColumnFamily.INDEX, index.id()))
        .containsExactlyInAnyOrderElementsOf(
            items.stream().map(item -> item.only(List.of("pk", "colour"))).toList());
  }
}
