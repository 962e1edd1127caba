package dev.trestle.model.design;

import dev.trestle.model.Change;
import dev.trestle.model.Entity;
import dev.trestle.model.Operand;
import dev.trestle.model.Update;
import dev.trestle.model.codec.ItemCodec.KeyField;
import dev.trestle.model.design.PatternDesign.Rewritten;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What updates mean for the keys of indexes. */
final class IndexKeys {
  private IndexKeys() {}

  /**
   * The index keys that have a changed component in them. An update can write such a key only if it
   * knows all parts: those it sets, its own parameters and the parts of the item's key.
   */
  static List<Rewritten> rewrittenBy(Update<?, ?> update) {
    var entity = update.entity();
    var touched = new HashSet<String>();
    update.changes().forEach(change -> touched.add(change.path().component().component()));
    var known = knownAfter(update);
    return entity.indexes().stream()
        .flatMap(index ->
            entity.keyFields().stream()
                .filter(field -> isKeyOf(field, index.index().partition().name(), index))
                .filter(field -> !isTableKey(entity, field))
                .filter(field ->
                    field.key().parts().stream().anyMatch(part -> touched.contains(part.name())))
                .map(field ->
                    new Rewritten(
                        index.name(),
                        field.attribute(),
                        field.key().parts().stream()
                            .map(part -> part.name())
                            .filter(part -> !known.contains(part))
                            .toList())))
        .toList();
  }

  private static boolean isKeyOf(
      KeyField field, String partition, dev.trestle.model.Index<?> index) {
    return field.attribute().equals(partition)
        || index.index().sort().filter(sort -> sort.name().equals(field.attribute())).isPresent();
  }

  private static boolean isTableKey(Entity<?> entity, KeyField field) {
    var table = entity.table();
    return field.attribute().equals(table.partition().name())
        || table.sort().filter(sort -> sort.name().equals(field.attribute())).isPresent();
  }

  /** Components whose value after the update can be told from its parameters. */
  private static Set<String> knownAfter(Update<?, ?> update) {
    var known = new HashSet<String>();
    update.entity().keys().parts().forEach(part -> known.add(part.name()));
    update.parameters().components().forEach(component -> known.add(component.name()));
    for (var change : update.changes()) {
      var component = change.path().component().component();
      if (isTold(change)) known.add(component);
      else known.remove(component);
    }
    return known;
  }

  private static boolean isTold(Change change) {
    return switch (change) {
      case Change.Set(var _, Operand.Literal<?> _) -> true;
      case Change.Set(var _, Operand.Parameter<?> _) -> true;
      case Change.Remove _ -> true;
      case Change.Set _, Change.Add _, Change.Take _ -> false;
    };
  }

  /** Whether doing it again would change the item again. */
  static boolean counts(Change change) {
    return switch (change) {
      case Change.Add _ -> true;
      case Change.Set(var _, var operand) -> dependsOnItself(operand);
      case Change.Remove _, Change.Take _ -> false;
    };
  }

  private static boolean dependsOnItself(Operand<?> operand) {
    return switch (operand) {
      case Operand.Literal<?> _, Operand.Parameter<?> _, Operand.Current<?> _ -> false;
      case Operand.OrElse<?> _ -> false;
      case Operand.Plus<?> _, Operand.Minus<?> _, Operand.Joined<?> _ -> true;
    };
  }
}
