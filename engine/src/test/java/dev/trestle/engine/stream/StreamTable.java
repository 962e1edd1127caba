package dev.trestle.engine.stream;

import dev.trestle.engine.SetClock;
import dev.trestle.engine.capacity.Usage;
import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.GetRecords;
import dev.trestle.engine.operation.GetShardIterator;
import dev.trestle.engine.operation.ItemCollections;
import dev.trestle.engine.operation.Kernel;
import dev.trestle.engine.operation.ListStreams;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.operation.RequestTokens;
import dev.trestle.engine.storage.Durability;
import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.FaultPoints;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.storage.StorageOptions;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.engine.table.Table;
import dev.trestle.engine.table.TableDraft;
import dev.trestle.engine.table.TableStream;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table with a stream in a storage of its own, and the stream's operations in few words. */
final class StreamTable implements AutoCloseable {
  static final String LABEL = "2026-05-01T12:00:00.000";

  final SetClock clock = new SetClock();
  final Storage storage =
      Storage.open(
          new StorageOptions(Optional.empty(), Durability.FAST, 1 << 20, clock, FaultPoints.NONE));
  final Catalog catalog = Catalog.load(storage, FaultPoints.NONE, clock);
  final ItemWrites writes = new ItemWrites(storage, clock, false);
  final Kernel kernel =
      new Kernel(
          storage,
          catalog,
          writes,
          new RequestTokens(storage, clock),
          new ItemCollections(storage, Limits.ITEM_COLLECTION_BYTES),
          clock,
          "eu-north-1",
          new Usage());
  final LogKeeper keeper = new LogKeeper(storage, kernel.streams(), clock, LogKeeper.SHARD_AGE);
  final Table table;

  StreamTable(ViewType view) {
    catalog.start(writes);
    table = create("things", view);
  }

  Table create(String name, ViewType view) {
    var keys = new KeySchema(List.of(new KeyAttribute("pk", Type.S)), List.of());
    var stream = new StreamSettings(catalog.newId(), view, LABEL, clock.instant(), true);
    return catalog.create(
        new TableDraft(catalog.newId(), name, "uuid-" + name, clock.instant(), keys)
            .stream(Optional.of(stream)).done());
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
    writes.write(new ItemAction(table, Keys.item(table.definition(), key), present -> next));
  }

  <R> R run(Operation<R> operation) {
    return operation.run(kernel);
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

  /** The shard that changes of this item go to now. */
  DescribeStream.Shard shardOf(String pk) {
    int lane = LogKeys.laneOf(Keys.item(table.definition(), item(pk, 0)));
    var id =
        kernel.streams().shards(stream()).stream()
            .filter(shard -> shard.lane() == lane)
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

  /** Everything from an iterator on to the end of its shard, or of what there is now. */
  List<GetRecords.Change> readAll(String iterator) {
    var all = new ArrayList<GetRecords.Change>();
    var next = Optional.of(iterator);
    while (next.isPresent()) {
      var page = read(next.get());
      if (page.records().isEmpty()) break;
      all.addAll(page.records());
      next = page.nextShardIterator();
    }
    return all;
  }

  /** All records that can be read, shard by shard. */
  List<GetRecords.Change> all() {
    var all = new ArrayList<GetRecords.Change>();
    for (var shard : describe().shards()) {
      all.addAll(readAll(iterator(shard.id(), "TRIM_HORIZON")));
    }
    return all;
  }

  /** How many entries the log family has for the stream. */
  int stored() {
    int id = stream().settings().id();
    int entries = 0;
    try (var range = storage.range(Family.LOG, Keys.ofId(id), Keys.ofId(id + 1), false)) {
      while (range.next()) entries++;
    }
    return entries;
  }

  /** Does what is due for the log. */
  void keep() {
    keeper.keep(catalog.streams(), () -> false);
    catalog.forgetStreams(keeper.horizon());
  }

  /** Switches the stream off. */
  void disable() {
    catalog.alter(table, before -> before.change().stream(Optional.empty()).done());
  }

  @Override
  public void close() {
    catalog.close();
    storage.close();
  }
}
