package dev.trestle.engine.table;

import dev.trestle.engine.refusal.Refusal.LimitExceededException;
import dev.trestle.engine.refusal.Refusal.ResourceInUseException;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.storage.FaultPoints;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Storage;
import dev.trestle.item.Limits;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The tables there are, in memory and on disk. A change is on disk before anybody sees it, and with
 * it, in one mutation, what is left to do because of it: entries to build or to remove. That is
 * done in the background and goes on where it was when the data is next opened.
 */
public final class Catalog implements AutoCloseable {
  /** A definition before and after a change. */
  public record Alteration(TableDefinition before, TableDefinition after) {}

  private final ConcurrentMap<String, Table> tables = new ConcurrentHashMap<>();
  private final ConcurrentMap<Integer, TableStream> closedStreams = new ConcurrentHashMap<>();

  /** The tables that streams were last found at: a hint, so that not each read walks all tables. */
  private final ConcurrentMap<Integer, String> streamTables = new ConcurrentHashMap<>();

  private final Storage storage;
  private final FaultPoints faults;
  private final InstantSource clock;
  private final CatalogRecords records;
  private final Upkeep upkeep;

  /** Held through every change; guards the reserved numbers too. */
  private final ReentrantLock changing = new ReentrantLock();

  private final Ids ids;

  private Catalog(Storage storage, FaultPoints faults, InstantSource clock) {
    this.storage = storage;
    this.faults = faults;
    this.clock = clock;
    this.records = new CatalogRecords(storage);
    this.ids = new Ids(storage, records.idsReserved());
    this.upkeep = new Upkeep(storage, faults, records, this);
  }

  /** Reads the tables that the storage has. Nothing happens in the background yet. */
  public static Catalog load(Storage storage, FaultPoints faults, InstantSource clock) {
    storage.enter();
    try {
      var catalog = new Catalog(storage, faults, clock);
      for (var table : catalog.records.tables()) {
        catalog.tables.put(table.name(), new Table(table));
      }
      for (var stream : catalog.records.streams()) {
        catalog.closedStreams.put(stream.settings().id(), stream);
      }
      return catalog;
    } finally {
      storage.leave();
    }
  }

  /** Takes up what was left to do. Called once, before the first request. */
  public void start(Reindexing reindexing) {
    storage.enter();
    try {
      upkeep.start(reindexing, List.copyOf(tables.values()));
    } finally {
      storage.leave();
    }
  }

  public Optional<Table> find(String name) {
    return Optional.ofNullable(tables.get(name));
  }

  /** The table of that name, or DynamoDB's refusal of an item operation on a missing one. */
  public Table require(String name) {
    var table = tables.get(name);
    if (table == null) throw notFound();
    return table;
  }

  static ResourceNotFoundException notFound() {
    return new ResourceNotFoundException("Requested resource not found");
  }

  /** All names, in the order of ListTables. */
  public List<String> names() {
    return tables.keySet().stream().sorted().toList();
  }

  /** A number for a table, an index or a stream that was never used before. */
  public int newId() {
    changing.lock();
    try {
      return ids.next();
    } finally {
      changing.unlock();
    }
  }

  /** Every stream that can be read: those of the tables, and those closed and not yet forgotten. */
  public List<TableStream> streams() {
    var streams = new ArrayList<>(closedStreams.values());
    for (var table : tables.values()) {
      table.ifThere().ifPresent(found -> live(found).ifPresent(streams::add));
    }
    return streams;
  }

  /** A stream that can be read, by its number. */
  public Optional<TableStream> stream(int streamId) {
    return Optional.ofNullable(closedStreams.get(streamId))
        .or(() -> Optional.ofNullable(streamTables.get(streamId)).flatMap(t -> live(t, streamId)))
        .or(() -> searched(streamId));
  }

  private Optional<TableStream> live(String table, int streamId) {
    return find(table)
        .flatMap(found -> live(found.definition()))
        .filter(stream -> stream.settings().id() == streamId);
  }

  private Optional<TableStream> searched(int streamId) {
    var found = streams().stream().filter(each -> each.settings().id() == streamId).findFirst();
    found.ifPresentOrElse(
        stream -> streamTables.put(streamId, stream.tableName()),
        () -> streamTables.remove(streamId));
    return found;
  }

  private static Optional<TableStream> live(TableDefinition table) {
    return table.stream()
        .filter(StreamSettings::enabled)
        .map(stream -> TableStream.live(table, stream));
  }

  /** Adds a table. */
  public Table create(TableDefinition definition) {
    changing.lock();
    try {
      if (tables.containsKey(definition.name())) {
        throw new ResourceInUseException("Table already exists: " + definition.name());
      }
      if (tables.size() >= Limits.TABLES) {
        throw new LimitExceededException(
            "Subscriber limit exceeded: There is a limit of "
                + Limits.TABLES
                + " tables per subscriber");
      }
      var table = new Table(definition);
      var mutation = storage.mutation();
      CatalogRecords.putTable(mutation, definition);
      commit(mutation, () -> tables.put(definition.name(), table));
      upkeep.changed(table, Optional.empty(), Optional.of(definition));
      return table;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Changes a table's definition.
   *
   * @param change gives the new definition; what it throws leaves all as it was
   */
  public Alteration alter(Table table, UnaryOperator<TableDefinition> change) {
    changing.lock();
    try {
      var before = table.definition();
      var after = change.apply(before);
      var alteration = new Alteration(before, after);
      if (after.equals(before)) return alteration;
      var mutation = storage.mutation();
      CatalogRecords.putTable(mutation, after);
      var closed = leave(mutation, before, Optional.of(after));
      commit(
          mutation,
          () -> {
            table.define(after);
            closed.ifPresent(stream -> closedStreams.put(stream.settings().id(), stream));
          });
      upkeep.changed(table, Optional.of(before), Optional.of(after));
      return alteration;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Deletes a table. Its name is free at once; its items go in the background, and its stream can
   * be read until it is forgotten.
   *
   * @param check may refuse by throwing
   */
  public TableDefinition delete(Table table, Consumer<TableDefinition> check) {
    changing.lock();
    try {
      var before = table.definition();
      check.accept(before);
      var mutation = storage.mutation();
      CatalogRecords.deleteTable(mutation, before);
      var closed = leave(mutation, before, Optional.empty());
      commit(
          mutation,
          () -> {
            tables.remove(before.name());
            table.delete();
            closed.ifPresent(stream -> closedStreams.put(stream.settings().id(), stream));
          });
      upkeep.changed(table, Optional.of(before), Optional.empty());
      return before;
    } finally {
      changing.unlock();
    }
  }

  /** Notes what the change leaves behind: numbers to be cleared, and the stream it closes. */
  private Optional<TableStream> leave(
      Mutation mutation, TableDefinition before, Optional<TableDefinition> after) {
    for (int id : Upkeep.dropped(Optional.of(before), after)) {
      CatalogRecords.putPurge(mutation, id);
    }
    var liveIds = new HashSet<Integer>();
    after.flatMap(Catalog::live).ifPresent(stream -> liveIds.add(stream.settings().id()));
    var closed =
        live(before)
            .filter(stream -> !liveIds.contains(stream.settings().id()))
            .map(stream -> stream.closedAt(clock.instant().truncatedTo(ChronoUnit.MILLIS)));
    closed.ifPresent(stream -> CatalogRecords.putStream(mutation, stream));
    return closed;
  }

  /** Forgets the streams that were closed before this time; their records go in the background. */
  public void forgetStreams(Instant closedBefore) {
    changing.lock();
    try {
      var mutation = storage.mutation();
      var forgotten = new ArrayList<Integer>();
      for (var stream : closedStreams.values()) {
        if (stream.closed().filter(at -> at.isBefore(closedBefore)).isEmpty()) continue;
        int id = stream.settings().id();
        CatalogRecords.deleteStream(mutation, id);
        CatalogRecords.putPurge(mutation, id);
        forgotten.add(id);
      }
      if (forgotten.isEmpty()) return;
      commit(mutation, () -> forgotten.forEach(closedStreams::remove));
      upkeep.purge(forgotten);
    } finally {
      changing.unlock();
    }
  }

  /**
   * Notes how far the entries under a number have been built, or that they are complete.
   *
   * @return false if they are no longer wanted
   */
  boolean built(Table table, int id, Optional<byte[]> position) {
    changing.lock();
    try {
      var definition = table.ifThere().filter(found -> found.unfinished().contains(id));
      if (definition.isEmpty()) return false;
      var mutation = storage.mutation();
      if (position.isPresent()) {
        CatalogRecords.putPosition(mutation, id, position.get());
        storage.commit(mutation);
      } else {
        var complete = definition.get().finished(id);
        CatalogRecords.putTable(mutation, complete);
        CatalogRecords.deletePosition(mutation, id);
        commit(mutation, () -> table.define(complete));
      }
      return true;
    } finally {
      changing.unlock();
    }
  }

  private void commit(Mutation mutation, Runnable publish) {
    faults.reached(FaultPoints.CATALOG_BEFORE_WRITE);
    storage.commit(mutation);
    publish.run();
    faults.reached(FaultPoints.CATALOG_AFTER_WRITE);
  }

  /** Waits until nothing is left to do in the background. */
  public void awaitUpkeep() {
    upkeep.awaitIdle();
  }

  /** Stops the work in the background and keeps the totals, so that they need no recount. */
  @Override
  public void close() {
    upkeep.close(List.copyOf(tables.values()));
  }
}
