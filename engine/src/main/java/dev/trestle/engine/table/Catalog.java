package dev.trestle.engine.table;

import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.storage.Storage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The tables there are, in memory and on disk. */
public final class Catalog {
  private final ConcurrentMap<String, Table> tables = new ConcurrentHashMap<>();
  private final Storage storage;

  private Catalog(Storage storage) {
    this.storage = storage;
  }

  /** Reads the tables that the storage has. */
  public static Catalog load(Storage storage) {
    return new Catalog(storage);
  }

  public Optional<Table> find(String name) {
    return Optional.ofNullable(tables.get(name));
  }

  /** The table of that name, or DynamoDB's refusal of an item operation on a missing one. */
  public Table require(String name) {
    var table = tables.get(name);
    if (table == null) throw new ResourceNotFoundException("Requested resource not found");
    return table;
  }

  /** All names, in the order of ListTables. */
  public List<String> names() {
    return tables.keySet().stream().sorted().toList();
  }

  /** A number for a table, an index or a stream that was never used before. */
  public int newId() {
    return tables.size() + storage.hashCode();
  }
}
