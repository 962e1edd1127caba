package dev.trestle.design;

import dev.trestle.model.AcceptedFinding;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A model as plain data.
 *
 * @param tables the tables that the model owns
 * @param entities the entities that the model owns
 * @param uses entities of other models that this one's transactions check
 * @param accepted accepted findings, with the reason
 */
public record Design(
    String name,
    List<Table> tables,
    List<EntityDesign> entities,
    List<UsedEntity> uses,
    List<PatternDesign> patterns,
    List<AcceptedFinding> accepted) {

  /** An entity that another model owns, with its table. */
  public record UsedEntity(Table table, EntityDesign entity) {}

  public Design {
    tables = List.copyOf(tables);
    entities = List.copyOf(entities);
    uses = List.copyOf(uses);
    patterns = List.copyOf(patterns);
    accepted = List.copyOf(accepted);
  }

  public Design(
      String name, List<Table> tables, List<EntityDesign> entities, List<PatternDesign> patterns) {
    this(name, tables, entities, List.of(), patterns, List.of());
  }

  /** Returns a model as data. */
  public static Design of(Model model) {
    return new Design(
        model.name(),
        model.tables(),
        model.entities().stream().map(EntityReader::read).toList(),
        model.uses().stream()
            .map(entity -> new UsedEntity(entity.table(), EntityReader.read(entity)))
            .toList(),
        model.patterns().stream().map(PatternReader::read).toList(),
        model.accepted());
  }

  /** Returns a table of this model, or one that it uses. */
  public Optional<Table> findTable(String name) {
    return Stream.concat(tables.stream(), uses.stream().map(UsedEntity::table))
        .filter(table -> table.name().equals(name))
        .findFirst();
  }

  /** Returns a table by its name. */
  public Table table(String name) {
    return findTable(name)
        .orElseThrow(() -> new IllegalArgumentException(this.name + " has no table " + name));
  }

  /** Returns an entity of this model, or one that it uses. */
  public Optional<EntityDesign> findEntity(String name) {
    return Stream.concat(entities.stream(), uses.stream().map(UsedEntity::entity))
        .filter(entity -> entity.name().equals(name))
        .findFirst();
  }

  /** Returns an entity by its name. */
  public EntityDesign entity(String name) {
    return findEntity(name)
        .orElseThrow(() -> new IllegalArgumentException(this.name + " has no entity " + name));
  }

  public Optional<PatternDesign> pattern(String id) {
    return patterns.stream().filter(pattern -> pattern.heading().id().equals(id)).findFirst();
  }

  /** Returns the entities in a table. */
  public List<EntityDesign> entitiesOf(Table table) {
    return entities.stream().filter(entity -> entity.table().equals(table.name())).toList();
  }

  /** Returns the tables of other models that this one uses. */
  public List<Table> usedTables() {
    return uses.stream().map(UsedEntity::table).distinct().toList();
  }
}
