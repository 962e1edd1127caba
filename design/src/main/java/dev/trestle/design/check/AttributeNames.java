package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;

/** Checks that an attribute has one meaning. */
record AttributeNames() implements DesignCheck {
  @Override
  public String name() {
    return "attribute-names";
  }

  @Override
  public String about() {
    return "No attribute has the name of another or of a key, and key attributes have one type in"
        + " the table and all its indexes.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      types(found, table);
      survey.design().entitiesOf(table).forEach(entity -> names(found, table, entity));
    }
    return found.list();
  }

  private static void types(Findings found, Table table) {
    var known = new HashMap<String, KeyAttribute>();
    for (var key : keys(table)) {
      var other = known.putIfAbsent(key.name(), key);
      if (other == null || other.type() == key.type()) continue;
      found.fault(
          Subject.of(table),
          "the key attribute %s is of type %s in one key and %s in another"
              .formatted(key.name(), other.type(), key.type()),
          "give it one type, or two names");
    }
  }

  private static List<KeyAttribute> keys(Table table) {
    var keys = new ArrayList<KeyAttribute>();
    keys.add(table.partition());
    table.sort().ifPresent(keys::add);
    table.indexes().forEach(index -> keys.addAll(keys(index)));
    return keys;
  }

  private static List<KeyAttribute> keys(TableIndex index) {
    var keys = new ArrayList<KeyAttribute>();
    keys.add(index.partition());
    index.sort().ifPresent(keys::add);
    return keys;
  }

  private static void names(Findings found, Table table, EntityDesign entity) {
    var subject = Subject.of(entity);
    var seen = new HashSet<String>();
    for (var attribute : entity.attributes()) {
      if (!seen.add(attribute.name())) {
        found.fault(
            subject,
            "two components are stored as %s: one overwrites the other".formatted(attribute.name()),
            "give one of them another name (named)");
      }
      if (isKey(table, attribute.name())) {
        found.fault(
            subject,
            "its attribute %s has the name of the table's key".formatted(attribute.name()),
            "give it another name (named)");
        continue;
      }
      for (var index : table.indexes()) {
        keys(index).stream()
            .filter(key -> key.name().equals(attribute.name()))
            .forEach(key -> indexKey(found, subject, entity, attribute, index, key));
      }
    }
  }

  private static boolean isKey(Table table, String name) {
    return table.partition().name().equals(name)
        || table.sort().filter(sort -> sort.name().equals(name)).isPresent();
  }

  private static void indexKey(
      Findings found,
      Subject subject,
      EntityDesign entity,
      EntityDesign.Attribute attribute,
      TableIndex index,
      KeyAttribute key) {
    if (attribute.type() != key.type()) {
      found.fault(
          subject,
          "its attribute %s is of type %s, but is a key of type %s in the index %s: DynamoDB refuses such items"
              .formatted(attribute.name(), attribute.type(), key.type(), index.name()),
          "give it another name (named)");
    } else if (entity.in(index.name()).isEmpty()) {
      found.warning(
          subject,
          "its attribute %s is a key of the index %s, so its items are in the index without being declared there"
              .formatted(attribute.name(), index.name()),
          "declare the entity in the index, or give the attribute another name (named)");
    } else {
      found.fault(
          subject,
          "its attribute %s and a key of the index %s have the same name and overwrite each other"
              .formatted(attribute.name(), index.name()),
          "give it another name (named)");
    }
  }
}
