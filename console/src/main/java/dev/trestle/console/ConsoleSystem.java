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
 * A system that runs: what it declared, and the store that runs it.
 *
 * @param name as people call it and as addresses have it
 * @param tablePrefix what the store puts before its tables' names
 */
public record ConsoleSystem(String name, Model model, Store store, String tablePrefix) {
  public ConsoleSystem(String name, Model model, Store store) {
    this(name, model, store, "");
  }

  /** The table's name on the engine. */
  String stored(Table table) {
    return tablePrefix + table.name();
  }

  Optional<Table> table(String declared) {
    return model.tables().stream().filter(table -> table.name().equals(declared)).findFirst();
  }

  /** All patterns, those that composites are made of too. */
  List<AccessPattern> patterns() {
    var all = new ArrayList<AccessPattern>();
    for (var pattern : model.patterns()) {
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
