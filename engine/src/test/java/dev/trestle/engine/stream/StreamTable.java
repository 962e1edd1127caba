package dev.trestle.engine.stream;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.IndexLag;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.SetClock;
import dev.trestle.engine.capacity.RequestUsage;
import dev.trestle.engine.execution.LaggingIndexes;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.ThroughputLimits;
import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.GetRecords;
import dev.trestle.engine.operation.GetShardIterator;
import dev.trestle.engine.operation.ListStreams;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.storage.StorageOptions;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.engine.table.TableDefinitionBuilder;
import dev.trestle.engine.table.TableStream;
import dev.trestle.engine.transfer.TransferRegistry;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.ItemCollections;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.engine.write.RequestTokens;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table with a stream in its own storage, and shortcuts for the stream's operations. */
final class StreamTable implements AutoCloseable {
  static final String LABEL = "2026-05-01T12:00:00.000";

  final SetClock clock = new SetClock();
  final Storage storage =
      Storage.open(
          new StorageOptions(Optional.empty(), Durability.FAST, 1 << 20, clock, FaultPoints.NONE));
  final Catalog catalog = Catalog.load(storage, FaultPoints.NONE);
  final ItemWrites writes = new ItemWrites(storage, clock, false);
  final OperationContext context =
      new OperationContext(
          storage,
          catalog,
          writes,
          new RequestTokens(storage, clock),
          new ItemCollections(storage, Limits.ITEM_COLLECTION_BYTES),
          new ThroughputLimits(LimitedTables.NONE, clock, "eu-north-1"),
          new LaggingIndexes(storage, IndexLag.NONE, clock),
          TransferRegistry.load(storage, Optional.empty(), clock, _ -> false),
          clock,
          FaultPoints.NONE,
          "eu-north-1",
          new RequestUsage());
  final StreamMaintenance maintenance =
      new StreamMaintenance(
          storage, context.streams(), clock, StreamMaintenance.SHARD_AGE, FaultPoints.NONE);
  final OpenTable table;

  StreamTable(ViewType view) {
    catalog.start(writes);
    table = create("things", view);
  }

  OpenTable create(String name, ViewType view) {
    var keys = new KeySchema(List.of(new SchemaAttribute("pk", Type.S)), List.of());
    var stream = new StreamSettings(catalog.newId(), view, LABEL, clock.instant(), true);
    return catalog.create(
        new TableDefinitionBuilder(catalog.newId(), name, "uuid-" + name, clock.instant(), keys)
            .stream(Optional.of(stream)).build());
  }

  static Item item(String pk, long version) {
    return Item.of("pk", Value.string(pk)).with("version", Value.number(version));
  }

  void put(String pk, long version) {
    put(item(pk, version));
  }

  void put(Item item) {
    write(item, Optional.of(item));
  }

  void remove(String pk) {
    write(item(pk, 0), Optional.empty());
  }

  private void write(Item key, Optional<Item> next) {
    writes.write(new ItemAction(table, StoredKeys.item(table.definition(), key), present -> next));
  }

  <R> R run(Operation<R> operation) {
    return operation.run(context);
  }

  TableStream stream() {
    return catalog.streams().getFirst();
  }

  String arn() {
    return run(new ListStreams(null, null, null)).streams().getFirst().arn();
  }

  DescribeStream.Result describe() {
    return run(new DescribeStream(arn(), null, null, null));
  }

  /** Returns the shard that currently receives changes of this item. */
  DescribeStream.Shard shardOf(String pk) {
    int lineage = LogKeys.lineageOf(StoredKeys.item(table.definition(), item(pk, 0)));
    var id =
        context.streams().shards(stream()).stream()
            .filter(shard -> shard.lineage() == lineage)
            .max((a, b) -> Long.compare(a.opened().number(), b.opened().number()))
            .orElseThrow()
            .id();
    return describe().shards().stream()
        .filter(shard -> shard.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  String iterator(String shardId, String type) {
    return iterator(shardId, type, null);
  }

  String iterator(String shardId, String type, @Nullable String sequenceNumber) {
    return run(new GetShardIterator(arn(), shardId, type, sequenceNumber)).shardIterator();
  }

  GetRecords.Result read(String iterator) {
    return run(new GetRecords(iterator, null));
  }

  /** Reads from an iterator to the end of its shard, or to the last record. */
  List<GetRecords.ChangeRecord> readAll(String iterator) {
    var all = new ArrayList<GetRecords.ChangeRecord>();
    var next = Optional.of(iterator);
    while (next.isPresent()) {
      var page = read(next.get());
      if (page.records().isEmpty()) break;
      all.addAll(page.records());
      next = page.nextShardIterator();
    }
    return all;
  }

  /** Returns all readable records, shard by shard. */
  List<GetRecords.ChangeRecord> all() {
    var all = new ArrayList<GetRecords.ChangeRecord>();
    for (var shard : describe().shards()) {
      all.addAll(readAll(iterator(shard.id(), "TRIM_HORIZON")));
    }
    return all;
  }

  /** Returns how many entries the log has for the stream. */
  int stored() {
    int id = stream().settings().id();
    int entries = 0;
    try (var range =
        storage.range(ColumnFamily.LOG, StoredKeys.ofId(id), StoredKeys.ofId(id + 1), false)) {
      while (range.next()) entries++;
    }
    return entries;
  }

  /** Runs the stream's maintenance. */
  void maintain() {
    maintenance.run(catalog.streams(), () -> false);
    catalog.forgetStreams(maintenance.horizon());
  }

  /** Disables the stream. */
  void disable() {
    catalog.alter(table, before -> before.toBuilder().stream(Optional.empty()).build());
  }

  @Override
  public void close() {
    catalog.close();
    storage.close();
  }
}
