package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.expression.OperandTree;
import dev.trestle.model.expression.UpdateAction;
import dev.trestle.model.key.Part;
import java.util.List;

/**
 * Rejects updates that would leave an item under the key of another one: the table's key has a part
 * that is computed from a component, and the update changes that component without the key.
 */
final class KeySources {
  private KeySources() {}

  static void check(
      Scope scope,
      Entity<?> entity,
      RecordShape<?> parameters,
      List<UpdateAction> actions,
      boolean upsert) {
    for (var part : entity.keys().parts()) {
      if (!KeyComponents.isDerived(entity.shape(), part)) continue;
      var source = part.source().orElseThrow().component();
      boolean byName = KeyComponents.find(parameters, part.name()).isPresent();
      if (upsert && byName) {
        throw scope.refused(
            ("The parameters give the part <%s> of the key, so a new item could have a %s that does"
                    + " not belong to it. Give %s.%s instead.")
                .formatted(part.name(), source, entity.name(), source));
      }
      for (var action : actions) {
        if (isOf(action, entity, source) && (byName || !isGiven(action, source))) {
          throw refused(scope, entity, part, source);
        }
      }
    }
  }

  private static IllegalArgumentException refused(
      Scope scope, Entity<?> entity, Part<?> part, String source) {
    return scope.refused(
        ("The part <%1$s> of the table's key is computed from %2$s.%3$s, so an update can set it"
                + " only to the parameter %3$s that the key is found by. Delete the item and put it"
                + " under its new key.")
            .formatted(part.name(), entity.name(), source));
  }

  private static boolean isOf(UpdateAction action, Entity<?> entity, String component) {
    return entity
        .stored(action.path().attribute())
        .filter(attribute -> attribute.component().equals(component))
        .isPresent();
  }

  /** The key is computed from the same parameter. */
  private static boolean isGiven(UpdateAction action, String source) {
    if (!(action instanceof UpdateAction.Set(var path, var operand))) return false;
    var value =
        operand instanceof OperandTree.OrElse(var own, var otherwise) && own.equals(path)
            ? otherwise
            : operand;
    return value instanceof OperandTree.Parameter(var name) && name.equals(source);
  }
}
