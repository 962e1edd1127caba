package dev.trestle.console;

import dev.trestle.model.AccessPattern;
import dev.trestle.model.Composite;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A store that the console shows: a system's, or one of the platform's own.
 *
 * @param name in addresses and on pages
 */
public record ConsoleSystem(String name, Store store) {
  /** A store under its model's name. */
  public static ConsoleSystem of(Store store) {
    return new ConsoleSystem(store.model().name(), store);
  }

  Model model() {
    return store.model();
  }

  /** The table's name in the database, with its prefix. */
  String stored(Table table) {
    return store.tablePrefix() + table.name();
  }

  /** Whether one of its tables has this name in the database. */
  boolean hasStored(String tableName) {
    return model().tables().stream().anyMatch(table -> stored(table).equals(tableName));
  }

  Optional<Table> table(String declared) {
    return model().tables().stream().filter(table -> table.name().equals(declared)).findFirst();
  }

  /** All patterns, including those that composites are made of. */
  List<AccessPattern> patterns() {
    var all = new ArrayList<AccessPattern>();
    for (var pattern : model().patterns()) {
      all.add(pattern);
      if (pattern instanceof Composite composite) {
        for (var inner : composite.patterns()) if (!all.contains(inner)) all.add(inner);
      }
    }
    return all;
  }

  Optional<AccessPattern> pattern(String id) {
    return patterns().stream().filter(pattern -> pattern.id().equals(id)).findFirst();
  }
}
