package dev.trestle.engine.table;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Storage;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The catalog's records in the meta column family. */
final class CatalogRecords {
  private static final String TABLE = "catalog/table/";
  private static final String PURGE = "catalog/purge/";
  private static final String BACKFILL = "catalog/backfill/";
  private static final String STREAM = "catalog/stream/";
  private static final String BACKUP = "catalog/backup/";
  private static final String TOTALS = "catalog/totals/";
  private static final byte[] IDS = ascii("catalog/ids");
  private static final byte[] CLEAN = ascii("catalog/clean");
  private static final long VERSION = 1;

  private final Storage storage;

  CatalogRecords(Storage storage) {
    this.storage = storage;
  }

  static void putTable(Mutation mutation, TableDefinition table) {
    mutation.put(
        ColumnFamily.META, key(TABLE, table.name()), DefinitionEncoding.encode(table).bytes());
  }

  static void deleteTable(Mutation mutation, TableDefinition table) {
    mutation.delete(ColumnFamily.META, key(TABLE, table.name()));
  }

  List<TableDefinition> tables() {
    var tables = new ArrayList<TableDefinition>();
    walk(TABLE, (ignored, value) -> tables.add(DefinitionEncoding.decode(Item.ofBytes(value))));
    return tables;
  }

  /** Records that everything with this id is to be removed, and deletes its backfill position. */
  static void putPurge(Mutation mutation, int id) {
    mutation.put(ColumnFamily.META, key(PURGE, id), Item.EMPTY.bytes());
    mutation.delete(ColumnFamily.META, key(BACKFILL, id));
  }

  static void deletePurge(Mutation mutation, int id) {
    mutation.delete(ColumnFamily.META, key(PURGE, id));
  }

  List<Integer> purges() {
    return ids(PURGE);
  }

  /** Records the last item whose index entries have been built. */
  static void putPosition(Mutation mutation, int id, byte[] itemKey) {
    mutation.put(ColumnFamily.META, key(BACKFILL, id), itemKey);
  }

  static void deletePosition(Mutation mutation, int id) {
    mutation.delete(ColumnFamily.META, key(BACKFILL, id));
  }

  byte @Nullable [] position(int id) {
    return storage.get(ColumnFamily.META, key(BACKFILL, id));
  }

  static void putStream(Mutation mutation, TableStream stream) {
    var out = new ItemWriter();
    number(out, "version", VERSION);
    DefinitionEncoding.stream(out.name("settings"), stream.settings());
    number(out, "tableId", stream.tableId());
    out.name("tableName").string(stream.tableName());
    DefinitionEncoding.keys(out.name("keys"), stream.keys());
    stream.closed().ifPresent(at -> number(out, "closed", at.toEpochMilli()));
    mutation.put(ColumnFamily.META, key(STREAM, stream.settings().id()), out.finish().bytes());
  }

  static void deleteStream(Mutation mutation, int id) {
    mutation.delete(ColumnFamily.META, key(STREAM, id));
  }

  List<TableStream> streams() {
    var streams = new ArrayList<TableStream>();
    walk(STREAM, (ignored, value) -> streams.add(stream(read(value))));
    return streams;
  }

  private static TableStream stream(StoredFields in) {
    return new TableStream(
        DefinitionEncoding.stream(in.record("settings")),
        (int) in.number("tableId"),
        in.text("tableName"),
        DefinitionEncoding.keys(in.record("keys")),
        in.find("closed").map(StoredFields::time));
  }

  static void putBackup(Mutation mutation, TableBackup backup) {
    mutation.put(
        ColumnFamily.META, key(BACKUP, backup.itemsId()), BackupEncoding.encode(backup).bytes());
  }

  static void deleteBackup(Mutation mutation, int itemsId) {
    mutation.delete(ColumnFamily.META, key(BACKUP, itemsId));
  }

  List<TableBackup> backups() {
    var backups = new ArrayList<TableBackup>();
    walk(BACKUP, (ignored, value) -> backups.add(BackupEncoding.decode(Item.ofBytes(value))));
    return backups;
  }

  static void putTotals(Mutation mutation, OpenTable table, TableDefinition definition) {
    var out = new ItemWriter();
    number(out, "version", VERSION);
    out.name("tallies").start(Type.L);
    for (int id : definition.ids()) {
      var counter = table.counter(id);
      out.start(Type.M);
      number(out, "id", id);
      number(out, "entries", counter.entries());
      number(out, "bytes", counter.bytes());
      out.end();
    }
    out.end();
    mutation.put(ColumnFamily.META, key(TOTALS, table.id()), out.finish().bytes());
  }

  /** Adds the stored totals to the table's counters. */
  void readTotals(OpenTable table) {
    var bytes = storage.get(ColumnFamily.META, key(TOTALS, table.id()));
    if (bytes == null) return;
    for (var in : read(bytes).records("tallies")) {
      table.counter((int) in.number("id")).add(in.number("entries"), in.number("bytes"));
    }
  }

  static void deleteTotals(Mutation mutation) {
    mutation.deleteRange(ColumnFamily.META, ascii(TOTALS), StoredKeys.afterPrefix(ascii(TOTALS)));
  }

  /** Records that the totals are exact as of this commit. */
  static void putClean(Mutation mutation, long committedNumber) {
    var out = new ItemWriter();
    number(out, "version", VERSION);
    number(out, "committed", committedNumber);
    mutation.put(ColumnFamily.META, CLEAN, out.finish().bytes());
  }

  /** Returns whether nothing was written since {@link #putClean}. */
  boolean isClean() {
    var bytes = storage.get(ColumnFamily.META, CLEAN);
    return bytes != null && read(bytes).number("committed") == storage.committedNumber();
  }

  /** Returns the id below which all ids may have been used. */
  int idsReserved() {
    var bytes = storage.get(ColumnFamily.META, IDS);
    return bytes == null ? 1 : ByteBuffer.wrap(bytes).getInt();
  }

  static void putIdsReserved(Mutation mutation, int below) {
    mutation.put(ColumnFamily.META, IDS, StoredKeys.ofId(below));
  }

  private List<Integer> ids(String prefix) {
    var ids = new ArrayList<Integer>();
    walk(prefix, (rest, ignored) -> ids.add(ByteBuffer.wrap(rest).getInt()));
    return ids;
  }

  private void walk(String prefix, BiConsumer<byte[], byte[]> each) {
    var from = ascii(prefix);
    try (var range = storage.range(ColumnFamily.META, from, StoredKeys.afterPrefix(from), false)) {
      while (range.next()) {
        var key = range.key();
        each.accept(Arrays.copyOfRange(key, from.length, key.length), range.value());
      }
    }
  }

  private static StoredFields read(byte[] bytes) {
    var in = StoredFields.of(Item.ofBytes(bytes));
    if (in.number("version") != VERSION) {
      throw new IllegalStateException("unknown version of a catalog record");
    }
    return in;
  }

  private static void number(ItemWriter out, String name, long number) {
    out.name(name).number(Long.toString(number));
  }

  private static byte[] key(String prefix, String name) {
    return (prefix + name).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] key(String prefix, int id) {
    return StoredKeys.concat(ascii(prefix), StoredKeys.ofId(id));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
