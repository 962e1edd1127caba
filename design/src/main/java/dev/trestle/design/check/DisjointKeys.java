package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.KeyPair;
import dev.trestle.model.Table;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Checks that the entities of a table, and of an index, can be distinguished by their keys. */
record DisjointKeys() implements DesignCheck {
  @Override
  public String name() {
    return "disjoint";
  }

  @Override
  public String about() {
    return "No two entities of a table can have the same key, nor the same keys in one index.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      var entities = survey.design().entitiesOf(table);
      pairs(found, table, "the table", entities, entity -> Optional.of(entity.keys()));
      for (var index : table.indexes()) {
        pairs(
            found,
            table,
            "the index " + index.name(),
            entities,
            entity -> entity.in(index.name()).map(EntityDesign.Indexed::keys));
      }
    }
    return found.list();
  }

  private static void pairs(
      Findings found,
      Table table,
      String where,
      List<EntityDesign> entities,
      Function<EntityDesign, Optional<KeyPair>> keys) {
    for (int i = 0; i < entities.size(); i++) {
      for (int j = i + 1; j < entities.size(); j++) {
        var one = keys.apply(entities.get(i));
        var other = keys.apply(entities.get(j));
        if (one.isEmpty() || other.isEmpty()) continue;
        var name = entities.get(i).name();
        KeyOverlap.of(one.get(), other.get())
            .ifPresent(tell(found, table, where, name, entities.get(j)));
      }
    }
  }

  private static Consumer<String> tell(
      Findings found, Table table, String where, String one, EntityDesign other) {
    return key ->
        found.fault(
            Subject.of(other),
            "%s and %s can have the same key in %s of %s: %s"
                .formatted(one, other.name(), where, table.name(), key),
            "begin their keys with literals that no part of the other can contain");
  }
}
