package dev.trestle.engine.table;

import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.storage.StorageOptions;
import dev.trestle.engine.table.SecondaryIndex.Scope;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A catalog on real storage, with what it needs from the rest of the engine. */
final class OpenTables implements AutoCloseable {
  private static final long CACHE_BYTES = 1 << 20;

  final Storage storage;
  final Catalog catalog;
  final ItemWrites writes;
  final AtomicInteger reindexed = new AtomicInteger();

  private OpenTables(Path folder, FaultPoints faults) {
    var options =
        new StorageOptions(
            Optional.of(folder), Durability.FAST, CACHE_BYTES, Clock.systemUTC(), faults);
    storage = Storage.open(options);
    catalog = Catalog.load(storage, faults);
    writes = new ItemWrites(storage, Clock.systemUTC(), false);
    catalog.start(counting(writes));
  }

  static OpenTables at(Path folder) {
    return new OpenTables(folder, EngineOptions.inMemory().faults());
  }

  static OpenTables with(Path folder, FaultPoints faults) {
    return new OpenTables(folder, faults);
  }

  /** Throws whenever the named point is reached. */
  static OpenTables failing(Path folder, String place) {
    return with(
        folder,
        name -> {
          if (name.equals(place)) throw new IllegalStateException("injected at " + name);
        });
  }

  private Reindexing counting(Reindexing real) {
    return new Reindexing() {
      @Override
      public void barrier() {
        real.barrier();
      }

      @Override
      public void reindex(OpenTable table, byte[] itemKey) {
        reindexed.incrementAndGet();
        real.reindex(table, itemKey);
      }
    };
  }

  /** Creates a table with the key {@code pk}. */
  OpenTable create(String name) {
    return catalog.create(builder(name).build());
  }

  TableDefinitionBuilder builder(String name) {
    var keys = new KeySchema(List.of(new SchemaAttribute("pk", Type.S)), List.of());
    var created = Instant.parse("2026-01-01T00:00:00Z");
    return new TableDefinitionBuilder(catalog.newId(), name, "uuid", created, keys)
        .onDemand(created);
  }

  OpenTable table(String name) {
    return catalog.find(name).orElseThrow();
  }

  /** Starts to build an index on {@code colour}. */
  SecondaryIndex addIndex(OpenTable table) {
    var keys = new KeySchema(List.of(new SchemaAttribute("colour", Type.S)), List.of());
    var index =
        new SecondaryIndex(
            catalog.newId(),
            "by-colour",
            Scope.GLOBAL,
            keys,
            new IndexProjection(IndexProjection.Kind.KEYS_ONLY, List.of()),
            ProvisionedUnits.ON_DEMAND,
            MaximumUnits.NONE,
            WarmUnits.NONE,
            State.BACKFILLING);
    catalog.alter(table, definition -> definition.withIndexes(List.of(index)));
    return index;
  }

  SecondaryIndex index(String tableName) {
    return table(tableName).definition().index("by-colour").orElseThrow();
  }

  static Item item(int number, Value colour) {
    var fields = Map.of("pk", Value.string("item" + number), "colour", colour);
    return Item.of(fields);
  }

  void put(OpenTable table, Item item) {
    var key = StoredKeys.item(table.definition(), item);
    var _ = writes.write(new ItemAction(table, key, _ -> Optional.of(item)));
  }

  void delete(OpenTable table, Item item) {
    var key = StoredKeys.item(table.definition(), item);
    var _ = writes.write(new ItemAction(table, key, _ -> Optional.empty()));
  }

  void putColoured(OpenTable table, int from, int to) {
    for (int i = from; i < to; i++) put(table, item(i, Value.string("red" + i % 7)));
  }

  /** Returns what is stored with an id. */
  List<Item> entries(ColumnFamily family, int id) {
    var entries = new ArrayList<Item>();
    storage.enter();
    try (var range = storage.range(family, StoredKeys.ofId(id), StoredKeys.ofId(id + 1), false)) {
      while (range.next()) entries.add(Item.ofBytes(range.value()));
    } finally {
      storage.leave();
    }
    return entries;
  }

  /** Stops like a killed process: what is on disk stays, and nothing is finished. */
  void crash() {
    storage.close();
  }

  @Override
  public void close() {
    catalog.close();
    storage.close();
  }
}
