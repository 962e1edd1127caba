package dev.trestle.engine.table;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.refusal.Refusal.LimitExceededException;
import dev.trestle.engine.refusal.Refusal.ResourceInUseException;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Storage;
import dev.trestle.item.Limits;
import java.time.Instant;
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
 * The tables, in memory and on disk. A change is on disk before it becomes visible. The same
 * mutation also records the work that it causes, such as building or removing index entries. That
 * work runs in the background and resumes when the engine is next opened.
 */
public final class Catalog implements AutoCloseable {
  /** A definition before and after a change. */
  public record Alteration(TableDefinition before, TableDefinition after) {}

  private final ConcurrentMap<String, OpenTable> tables = new ConcurrentHashMap<>();
  private final ConcurrentMap<Integer, TableStream> closedStreams = new ConcurrentHashMap<>();

  /** By the id of their items. */
  private final ConcurrentMap<Integer, TableBackup> backups = new ConcurrentHashMap<>();

  /** Caches the table of each stream, so that reads need not search all tables. */
  private final ConcurrentMap<Integer, String> streamTables = new ConcurrentHashMap<>();

  private final Storage storage;
  private final FaultPoints faults;
  private final CatalogRecords records;
  private final TableMaintenance maintenance;

  /** Held during every change. Also guards the id allocator. */
  private final ReentrantLock changing = new ReentrantLock();

  private final IdAllocator ids;

  private Catalog(Storage storage, FaultPoints faults) {
    this.storage = storage;
    this.faults = faults;
    this.records = new CatalogRecords(storage);
    this.ids = new IdAllocator(storage, records.idsReserved());
    this.maintenance = new TableMaintenance(storage, faults, records, this);
  }

  /** Reads the tables from storage. Starts no background work. */
  public static Catalog load(Storage storage, FaultPoints faults) {
    storage.enter();
    try {
      var catalog = new Catalog(storage, faults);
      for (var table : catalog.records.tables()) {
        catalog.tables.put(table.name(), new OpenTable(table));
      }
      for (var stream : catalog.records.streams()) {
        catalog.closedStreams.put(stream.settings().id(), stream);
      }
      for (var backup : catalog.records.backups()) catalog.backups.put(backup.itemsId(), backup);
      return catalog;
    } finally {
      storage.leave();
    }
  }

  /** Resumes unfinished background work. Called once, before the first request. */
  public void start(Reindexing reindexing) {
    storage.enter();
    try {
      maintenance.start(reindexing, List.copyOf(tables.values()));
      removeUnfinished();
    } finally {
      storage.leave();
    }
  }

  /** Removes restored tables and backups that were being copied when the engine was closed. */
  private void removeUnfinished() {
    for (var table : List.copyOf(tables.values())) {
      if (!table.isUsable()) abandon(table);
      else table.definition().recovery().ifPresent(log -> goOnStarting(table, log));
    }
    for (var backup : List.copyOf(backups.values())) {
      if (backup.status() == TableBackup.Status.CREATING) deleteBackup(backup);
    }
  }

  private void goOnStarting(OpenTable table, RecoverySettings recovery) {
    if (recovery.since().isEmpty()) startRecovery(table, recovery.logId());
  }

  /**
   * Records that from now on every change of the table is in its recovery log. All writers know of
   * the log by now, but changes of some that did not may still be queued.
   *
   * @param logId the log that they know of; nothing happens if the table has another one by now
   */
  public void startRecovery(OpenTable table, int logId) {
    changing.lock();
    try {
      var mutation = storage.mutation();
      CatalogRecords.putTable(mutation, table.definition());
      storage.commit(mutation); // Committed after all that was queued.
      var since = storage.logTime();
      change(
          table,
          definition ->
              definition.toBuilder()
                  .recovery(definition.recovery().map(log -> log.started(logId, since)))
                  .build());
    } finally {
      changing.unlock();
    }
  }

  public Optional<OpenTable> find(String name) {
    return Optional.ofNullable(tables.get(name));
  }

  /**
   * Returns the table with this name.
   *
   * @throws ResourceNotFoundException with the text of item operations if there is none, or if it
   *     is still being restored
   */
  public OpenTable require(String name) {
    var table = tables.get(name);
    if (table == null || !table.isUsable()) throw notFound();
    return table;
  }

  static ResourceNotFoundException notFound() {
    return new ResourceNotFoundException("Requested resource not found");
  }

  /** Returns all names, in the order of ListTables. */
  public List<String> names() {
    return tables.keySet().stream().sorted().toList();
  }

  /** Returns a new id for a table, an index or a stream. Ids are never reused. */
  public int newId() {
    changing.lock();
    try {
      return ids.next();
    } finally {
      changing.unlock();
    }
  }

  /** Returns all streams that can be read: those of tables, and closed ones that are still kept. */
  public List<TableStream> streams() {
    var streams = new ArrayList<>(closedStreams.values());
    for (var table : tables.values()) {
      table.definitionIfPresent().ifPresent(found -> live(found).ifPresent(streams::add));
    }
    return streams;
  }

  /** Returns a readable stream by its id. */
  public Optional<TableStream> stream(int streamId) {
    return Optional.ofNullable(closedStreams.get(streamId))
        .or(() -> Optional.ofNullable(streamTables.get(streamId)).flatMap(t -> live(t, streamId)))
        .or(() -> findStream(streamId));
  }

  private Optional<TableStream> live(String table, int streamId) {
    return find(table)
        .flatMap(found -> live(found.definition()))
        .filter(stream -> stream.settings().id() == streamId);
  }

  private Optional<TableStream> findStream(int streamId) {
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
  public OpenTable create(TableDefinition definition) {
    changing.lock();
    try {
      if (tables.containsKey(definition.name())) {
        throw new ResourceInUseException("Table already exists: " + definition.name());
      }
      if (tables.size() >= Limits.TABLES) throw LimitExceededException.ofTables();
      var table = new OpenTable(definition);
      var mutation = storage.mutation();
      CatalogRecords.putTable(mutation, definition);
      commit(mutation, () -> tables.put(definition.name(), table));
      maintenance.changed(table, Optional.empty(), Optional.of(definition));
      return table;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Changes a table's definition.
   *
   * @param change returns the new definition; if it throws, nothing changes
   */
  public Alteration alter(OpenTable table, UnaryOperator<TableDefinition> change) {
    changing.lock();
    try {
      requireUsable(table);
      return change(table, change);
    } finally {
      changing.unlock();
    }
  }

  private static void requireUsable(OpenTable table) {
    if (table.isUsable()) return;
    throw new ResourceInUseException(
        "Attempt to change a resource which is still in use: Table is being created: "
            + table.definition().name());
  }

  /** Makes a restored or imported table usable. */
  public void finishRestore(OpenTable table) {
    faults.reached(FaultPoints.RESTORE_FINISH);
    change(table, definition -> definition.toBuilder().restore(Optional.empty()).build());
  }

  /** Deletes a table unless it has become usable, for then it may have been written to. */
  public void abandon(OpenTable table) {
    if (!table.isUsable()) delete(table, definition -> {}, Optional.empty());
  }

  private Alteration change(OpenTable table, UnaryOperator<TableDefinition> change) {
    changing.lock();
    try {
      var before = table.definition();
      var after = change.apply(before);
      var alteration = new Alteration(before, after);
      if (after.equals(before)) return alteration;
      var mutation = storage.mutation();
      CatalogRecords.putTable(mutation, after);
      recordPurges(mutation, TableMaintenance.dropped(Optional.of(before), Optional.of(after)));
      var closed = recordClosedStream(mutation, before, Optional.of(after));
      commit(
          mutation,
          () -> {
            table.setDefinition(after);
            closed.ifPresent(stream -> closedStreams.put(stream.settings().id(), stream));
          });
      maintenance.changed(table, Optional.of(before), Optional.of(after));
      return alteration;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Deletes a table. Its name is free at once. Its stream can be read until it is forgotten. Its
   * items are removed in the background, unless the table has recovery: then they stay as a backup.
   *
   * @param check may refuse the deletion by throwing
   */
  public TableDefinition delete(OpenTable table, Consumer<TableDefinition> check) {
    changing.lock();
    try {
      requireUsable(table);
      var kept =
          table.definition().recovery().isPresent()
              ? Optional.of(backupOfDeleted(table))
              : Optional.<TableBackup>empty();
      return delete(table, check, kept);
    } finally {
      changing.unlock();
    }
  }

  /** The backup takes the items over with their id, so that none has to be copied. */
  private TableBackup backupOfDeleted(OpenTable table) {
    var definition = table.definition();
    var now = now();
    return new TableBackup(
        definition.id(),
        definition.name() + TableBackup.OF_DELETED_TABLE,
        TableBackup.Kind.SYSTEM,
        TableBackup.Status.AVAILABLE,
        now,
        Optional.of(now.plus(RecoverySettings.DAYS_MAX, ChronoUnit.DAYS)),
        definition,
        table.itemCount(),
        table.byteCount());
  }

  private TableDefinition delete(
      OpenTable table, Consumer<TableDefinition> check, Optional<TableBackup> kept) {
    changing.lock();
    try {
      var before = table.definition();
      check.accept(before);
      var dropped = TableMaintenance.dropped(Optional.of(before), Optional.empty());
      kept.ifPresent(backup -> dropped.remove(Integer.valueOf(backup.itemsId())));
      var mutation = storage.mutation();
      CatalogRecords.deleteTable(mutation, before);
      kept.ifPresent(backup -> CatalogRecords.putBackup(mutation, backup));
      recordPurges(mutation, dropped);
      var closed = recordClosedStream(mutation, before, Optional.empty());
      commit(
          mutation,
          () -> {
            tables.remove(before.name());
            table.delete();
            kept.ifPresent(backup -> backups.put(backup.itemsId(), backup));
            closed.ifPresent(stream -> closedStreams.put(stream.settings().id(), stream));
          });
      maintenance.purge(dropped);
      return before;
    } finally {
      changing.unlock();
    }
  }

  private static void recordPurges(Mutation mutation, List<Integer> dropped) {
    for (int id : dropped) CatalogRecords.putPurge(mutation, id);
  }

  /** Records the stream that a change closes. */
  private Optional<TableStream> recordClosedStream(
      Mutation mutation, TableDefinition before, Optional<TableDefinition> after) {
    var liveIds = new HashSet<Integer>();
    after.flatMap(Catalog::live).ifPresent(stream -> liveIds.add(stream.settings().id()));
    var closed =
        live(before)
            .filter(stream -> !liveIds.contains(stream.settings().id()))
            .map(stream -> stream.closedAt(now()));
    closed.ifPresent(stream -> CatalogRecords.putStream(mutation, stream));
    return closed;
  }

  /**
   * Forgets streams that were closed before this time. Their records are removed in the background.
   */
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
      maintenance.purge(forgotten);
    } finally {
      changing.unlock();
    }
  }

  /** Returns a time that never goes back, because what is kept for a while is kept from then on. */
  private Instant now() {
    return storage.logTime();
  }

  /** Returns the settings of all tables with recovery. */
  public List<RecoverySettings> recoveries() {
    return tables.values().stream()
        .flatMap(table -> table.definitionIfPresent().stream())
        .flatMap(definition -> definition.recovery().stream())
        .toList();
  }

  /** Returns all backups, in no particular order. */
  public List<TableBackup> backups() {
    return List.copyOf(backups.values());
  }

  /** Records that all items of a backup were copied. */
  public void completeBackup(TableBackup backup) {
    changing.lock();
    try {
      if (backups.containsKey(backup.itemsId())) putBackup(backup.available());
    } finally {
      changing.unlock();
    }
  }

  /** Adds a backup. */
  public void putBackup(TableBackup backup) {
    changing.lock();
    try {
      var mutation = storage.mutation();
      CatalogRecords.putBackup(mutation, backup);
      commit(mutation, () -> backups.put(backup.itemsId(), backup));
    } finally {
      changing.unlock();
    }
  }

  /** Deletes a backup. Its items are removed in the background. */
  public void deleteBackup(TableBackup backup) {
    changing.lock();
    try {
      if (!backups.containsKey(backup.itemsId())) return;
      var mutation = storage.mutation();
      CatalogRecords.deleteBackup(mutation, backup.itemsId());
      CatalogRecords.putPurge(mutation, backup.itemsId());
      commit(mutation, () -> backups.remove(backup.itemsId()));
      maintenance.purge(List.of(backup.itemsId()));
    } finally {
      changing.unlock();
    }
  }

  /** Returns an id for temporary entries. They are removed by {@link #drop}, or after a crash. */
  public int temporaryId() {
    int id = newId();
    var mutation = storage.mutation();
    CatalogRecords.putPurge(mutation, id);
    storage.commit(mutation);
    return id;
  }

  /** Removes all entries with a temporary id in the background. */
  public void drop(int temporaryId) {
    maintenance.purge(List.of(temporaryId));
  }

  /**
   * Runs a task in the background.
   *
   * @param failed told why the task has failed, or why it is not started; then this throws, too
   */
  public void inBackground(String name, BackgroundTask task, Consumer<Throwable> failed) {
    maintenance.run(name, task, failed);
  }

  /** Returns why background work stopped that resumes when the engine is next opened. */
  public Optional<Throwable> backgroundFailure() {
    return maintenance.failure();
  }

  /** Records how far an index was built. Returns false if the index is no longer wanted. */
  boolean recordBackfill(OpenTable table, int id, Optional<byte[]> position) {
    changing.lock();
    try {
      var definition = table.definitionIfPresent().filter(found -> found.unfinished().contains(id));
      if (definition.isEmpty()) return false;
      var mutation = storage.mutation();
      if (position.isPresent()) {
        CatalogRecords.putPosition(mutation, id, position.get());
        storage.commit(mutation);
      } else {
        var complete = definition.get().finished(id);
        CatalogRecords.putTable(mutation, complete);
        CatalogRecords.deletePosition(mutation, id);
        commit(mutation, () -> table.setDefinition(complete));
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

  /** Waits until all background work is done. */
  public void awaitMaintenance() {
    maintenance.awaitIdle();
  }

  /** Stops background work and stores the totals, so that they need not be counted again. */
  @Override
  public void close() {
    maintenance.close(List.copyOf(tables.values()));
  }
}
