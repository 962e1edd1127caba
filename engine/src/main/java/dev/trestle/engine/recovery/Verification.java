package dev.trestle.engine.recovery;

import dev.trestle.engine.StorageException;
import dev.trestle.engine.VerifyReport;
import dev.trestle.engine.VerifyReport.Problem;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.stream.LogVerification;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableBackup;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import java.nio.BufferUnderflowException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Reads everything and compares it: the checksums of all files, items with their keys and index
 * entries, and the records of the log. Tables may be in use meanwhile.
 */
public final class Verification {
  private final Storage storage;
  private final Catalog catalog;
  private final Instant now;
  private final BiConsumer<Long, Long> progress;
  private final long expected;
  private final List<Problem> problems = new ArrayList<>();
  private long items;
  private long indexEntries;
  private long logRecords;
  private long done;

  /**
   * Creates a verification.
   *
   * @param progress told how many entries were read, and about how many there are
   */
  public Verification(
      Storage storage, Catalog catalog, Instant now, BiConsumer<Long, Long> progress) {
    this.storage = storage;
    this.catalog = catalog;
    this.now = now;
    this.progress = progress;
    this.expected =
        estimate(ColumnFamily.ITEMS) + estimate(ColumnFamily.INDEX) + estimate(ColumnFamily.LOG);
  }

  private long estimate(ColumnFamily family) {
    return storage.property(family, "rocksdb.estimate-num-keys");
  }

  /** Reads everything once. */
  public VerifyReport run() {
    var before = definitions();
    progress.accept(0L, expected); // Reading the files once takes a while, without progress.
    try (var snapshot = storage.snapshot()) {
      attempt("the files", storage::verifyFiles);
      var tables = unchanged(before);
      for (var table : tables) {
        attempt("table " + table.name(), () -> verify(table, snapshot));
      }
      for (var backup : catalog.backups()) {
        attempt("backup " + backup.name(), () -> verify(backup, snapshot));
      }
      return new VerifyReport(tables.size(), items, indexEntries, logRecords, problems);
    }
  }

  private List<TableDefinition> definitions() {
    return catalog.names().stream()
        .flatMap(name -> catalog.find(name).stream())
        .filter(OpenTable::isUsable)
        .flatMap(table -> table.definitionIfPresent().stream())
        .toList();
  }

  /**
   * Returns the tables that have not been changed since. A table or an index that is just being
   * created or dropped is incomplete in the snapshot.
   */
  private List<TableDefinition> unchanged(List<TableDefinition> before) {
    var now = definitions();
    return before.stream().filter(now::contains).toList();
  }

  private void verify(TableDefinition table, Snapshot snapshot) {
    var check = new TableVerification(storage, table, snapshot, this::report, this::read);
    try {
      check.run(now);
    } finally {
      items += check.items();
      indexEntries += check.indexEntries();
    }
    var log = new LogVerification(storage, snapshot, table, this::read);
    table.stream()
        .ifPresent(stream -> {
          var place = "stream of " + table.name();
          attempt(
              place, () -> log.verify(stream.id(), stream.enabled(), what -> report(place, what)));
        });
    table
        .recovery()
        .ifPresent(recovery -> {
          var place = "recovery log of " + table.name();
          attempt(place, () -> log.verify(recovery.logId(), true, what -> report(place, what)));
        });
    logRecords += log.records();
  }

  /** Items of a backup must be readable; they have no index entries. */
  private void verify(TableBackup backup, Snapshot snapshot) {
    if (backup.status() != TableBackup.Status.AVAILABLE) return;
    int id = backup.itemsId();
    try (var range =
        storage.range(
            ColumnFamily.ITEMS,
            StoredKeys.ofId(id),
            StoredKeys.ofId(id + 1),
            false,
            Optional.of(snapshot))) {
      while (range.next()) {
        var key = StoredKeys.item(backup.table(), Item.ofBytes(range.value()));
        if (StoredKeys.compareWithoutIds(key, range.key()) != 0) {
          report("backup " + backup.name(), "an item has another key than the one it is stored at");
        }
        read();
      }
    }
  }

  private void read() {
    done++;
    progress.accept(done, Math.max(done, expected));
  }

  /** Continues with the next part if one cannot be read. */
  private void attempt(String place, Runnable part) {
    try {
      part.run();
    } catch (StorageException | IllegalStateException | IllegalArgumentException e) {
      report(place, String.valueOf(e.getMessage()));
    } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
      report(place, "an entry is too short");
    } catch (RuntimeException e) {
      report(place, "an entry cannot be read: " + e);
    }
  }

  private void report(String place, String what) {
    if (problems.size() < VerifyReport.PROBLEMS_MAX) problems.add(new Problem(place, what));
  }
}
