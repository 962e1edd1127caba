package dev.trestle.engine.table;

import dev.trestle.engine.storage.Family;
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

/** The catalog's entries in the meta family: their keys and what they hold. */
final class CatalogRecords {
  private static final String TABLE = "catalog/table/";
  private static final String PURGE = "catalog/purge/";
  private static final String BACKFILL = "catalog/backfill/";
  private static final String STREAM = "catalog/stream/";
  private static final String TOTALS = "catalog/totals/";
  private static final byte[] IDS = ascii("catalog/ids");
  private static final byte[] CLEAN = ascii("catalog/clean");
  private static final long VERSION = 1;

  private final Storage storage;

  CatalogRecords(Storage storage) {
    this.storage = storage;
  }

  static void putTable(Mutation mutation, TableDefinition table) {
    mutation.put(Family.META, key(TABLE, table.name()), DefinitionForm.encode(table).bytes());
  }

  static void deleteTable(Mutation mutation, TableDefinition table) {
    mutation.delete(Family.META, key(TABLE, table.name()));
  }

  List<TableDefinition> tables() {
    var tables = new ArrayList<TableDefinition>();
    walk(TABLE, (_, value) -> tables.add(DefinitionForm.decode(Item.ofBytes(value))));
    return tables;
  }

  /** Notes that what is kept under the number is to go, and how far it was built is forgotten. */
  static void putPurge(Mutation mutation, int id) {
    mutation.put(Family.META, key(PURGE, id), Item.EMPTY.bytes());
    mutation.delete(Family.META, key(BACKFILL, id));
  }

  static void deletePurge(Mutation mutation, int id) {
    mutation.delete(Family.META, key(PURGE, id));
  }

  List<Integer> purges() {
    return ids(PURGE);
  }

  /** Notes the last item whose entries have been built. */
  static void putPosition(Mutation mutation, int id, byte[] itemKey) {
    mutation.put(Family.META, key(BACKFILL, id), itemKey);
  }

  static void deletePosition(Mutation mutation, int id) {
    mutation.delete(Family.META, key(BACKFILL, id));
  }

  byte @Nullable [] position(int id) {
    return storage.get(Family.META, key(BACKFILL, id));
  }

  static void putStream(Mutation mutation, TableStream stream) {
    var out = new ItemWriter();
    number(out, "version", VERSION);
    DefinitionForm.stream(out.name("settings"), stream.settings());
    number(out, "tableId", stream.tableId());
    out.name("tableName").string(stream.tableName());
    DefinitionForm.keys(out.name("keys"), stream.keys());
    stream.closed().ifPresent(at -> number(out, "closed", at.toEpochMilli()));
    mutation.put(Family.META, key(STREAM, stream.settings().id()), out.finish().bytes());
  }

  static void deleteStream(Mutation mutation, int id) {
    mutation.delete(Family.META, key(STREAM, id));
  }

  List<TableStream> streams() {
    var streams = new ArrayList<TableStream>();
    walk(STREAM, (_, value) -> streams.add(stream(read(value))));
    return streams;
  }

  private static TableStream stream(StoredFields in) {
    return new TableStream(
        DefinitionForm.stream(in.record("settings")),
        (int) in.number("tableId"),
        in.text("tableName"),
        DefinitionForm.keys(in.record("keys")),
        in.find("closed").map(StoredFields::time));
  }

  static void putTotals(Mutation mutation, Table table, TableDefinition definition) {
    var out = new ItemWriter();
    number(out, "version", VERSION);
    out.name("tallies").start(Type.L);
    for (int id : definition.ids()) {
      var tally = table.tally(id);
      out.start(Type.M);
      number(out, "id", id);
      number(out, "entries", tally.entries());
      number(out, "bytes", tally.bytes());
      out.end();
    }
    out.end();
    mutation.put(Family.META, key(TOTALS, table.id()), out.finish().bytes());
  }

  /** Counts what {@link #putTotals} noted. */
  void readTotals(Table table) {
    var bytes = storage.get(Family.META, key(TOTALS, table.id()));
    if (bytes == null) return;
    for (var in : read(bytes).records("tallies")) {
      table.tally((int) in.number("id")).add(in.number("entries"), in.number("bytes"));
    }
  }

  static void deleteTotals(Mutation mutation) {
    mutation.deleteRange(Family.META, ascii(TOTALS), Keys.behind(ascii(TOTALS)));
  }

  /** Says that the totals are those of the moment when so many changes had been committed. */
  static void putClean(Mutation mutation, long committedNumber) {
    var out = new ItemWriter();
    number(out, "version", VERSION);
    number(out, "committed", committedNumber);
    mutation.put(Family.META, CLEAN, out.finish().bytes());
  }

  /** Whether nothing at all was written since {@link #putClean}. */
  boolean isClean() {
    var bytes = storage.get(Family.META, CLEAN);
    return bytes != null && read(bytes).number("committed") == storage.committedNumber();
  }

  /** Every number below this one may have been used. */
  int idsReserved() {
    var bytes = storage.get(Family.META, IDS);
    return bytes == null ? 1 : ByteBuffer.wrap(bytes).getInt();
  }

  static void putIdsReserved(Mutation mutation, int below) {
    mutation.put(Family.META, IDS, Keys.ofId(below));
  }

  private List<Integer> ids(String prefix) {
    var ids = new ArrayList<Integer>();
    walk(prefix, (rest, _) -> ids.add(ByteBuffer.wrap(rest).getInt()));
    return ids;
  }

  private void walk(String prefix, BiConsumer<byte[], byte[]> each) {
    var from = ascii(prefix);
    try (var range = storage.range(Family.META, from, Keys.behind(from), false)) {
      while (range.next()) {
        var key = range.key();
        each.accept(Arrays.copyOfRange(key, from.length, key.length), range.value());
      }
    }
  }

  private static StoredFields read(byte[] bytes) {
    var in = StoredFields.of(Item.ofBytes(bytes));
    if (in.number("version") != VERSION) {
      throw new IllegalStateException("a catalog entry of an unknown version");
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
    return Keys.concat(ascii(prefix), Keys.ofId(id));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
