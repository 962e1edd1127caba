package dev.trestle.model.design;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import java.util.List;
import java.util.Optional;

/** All of a system as data. */
public record Design(
    String name, List<Table> tables, List<EntityDesign> entities, List<PatternDesign> patterns) {
  public Design {
    tables = List.copyOf(tables);
    entities = List.copyOf(entities);
    patterns = List.copyOf(patterns);
  }

  public static Design of(Model model) {
    return new Design(
        model.name(),
        model.tables(),
        model.entities().stream().map(EntityReader::read).toList(),
        model.patterns().stream().map(PatternReader::read).toList());
  }

  public Table table(String name) {
    return tables.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(this.name + " has no table " + name));
  }

  public EntityDesign entity(String name) {
    return entities.stream()
        .filter(entity -> entity.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(this.name + " has no entity " + name));
  }

  public Optional<PatternDesign> pattern(String id) {
    return patterns.stream().filter(pattern -> pattern.heading().id().equals(id)).findFirst();
  }

  /** The entities kept in a table. */
  public List<EntityDesign> entitiesOf(Table table) {
    return entities.stream().filter(entity -> entity.table().equals(table.name())).toList();
  }
}
