package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.expression.OperandTree;
import dev.trestle.model.expression.UpdateAction;
import java.util.HashSet;
import java.util.List;

/** Rejects upserts that would create an item without everything that its record needs. */
final class Upserts {
  private Upserts() {}

  static void check(
      Scope scope, Entity<?> entity, RecordShape<?> parameters, List<UpdateAction> actions) {
    var given = new HashSet<String>();
    for (var action : actions) {
      if (!action.path().steps().isEmpty()) {
        throw scope.refused(
            ("%s lies within an attribute that a new item does not have yet. Set the whole"
                    + " component, or put the item first and update it then.")
                .formatted(action.path()));
      }
      given.add(action.path().attribute());
    }
    for (var action : actions) {
      if (action instanceof UpdateAction.Set(var ignored, var value)) {
        expectKnown(scope, entity, value);
      }
    }
    for (var attribute : entity.attributes()) {
      boolean counted = entity.version().filter(attribute.component()::equals).isPresent();
      boolean missing =
          attribute.absent().isPresent() || attribute.codec().whenMissing().isPresent();
      if (counted || missing || given.contains(attribute.name())) continue;
      throw missing(scope, entity, attribute.component());
    }
    for (var component : entity.shape().components()) {
      if (!entity.isAloneInIndex(component.name())) continue;
      var attribute = entity.attribute(component.name());
      if (given.contains(attribute.name()) || attribute.codec().whenMissing().isPresent()) continue;
      throw missing(scope, entity, component.name());
    }
  }

  /** A new item has no value that another could be made of. */
  private static void expectKnown(Scope scope, Entity<?> entity, OperandTree value) {
    switch (value) {
      case OperandTree.Current(var path) -> {
        var attribute = entity.stored(path.attribute()).orElseThrow();
        boolean known =
            path.steps().isEmpty()
                && (attribute.absent().isPresent() || attribute.codec().whenMissing().isPresent());
        if (!known) {
          throw scope.refused(
              "%s has no value in an item that the upsert makes: say what stands for it with"
                      .formatted(path)
                  + " orElse(…).");
        }
      }
      case OperandTree.Plus(var left, var right) -> {
        expectKnown(scope, entity, left);
        expectKnown(scope, entity, right);
      }
      case OperandTree.Minus(var left, var right) -> {
        expectKnown(scope, entity, left);
        expectKnown(scope, entity, right);
      }
      case OperandTree.Joined(var first, var second) -> {
        expectKnown(scope, entity, first);
        expectKnown(scope, entity, second);
      }
      case OperandTree.OrElse(var ignored, var otherwise) -> expectKnown(scope, entity, otherwise);
      case OperandTree.Literal ignored -> {}
      case OperandTree.Parameter ignored -> {}
    }
  }

  private static IllegalArgumentException missing(Scope scope, Entity<?> entity, String component) {
    return scope.refused(
        ("%1$s.%2$s has no value in an item that the upsert makes. Say set(%1$s::%2$s) or"
                + " setOnInsert(%1$s::%2$s).")
            .formatted(entity.name(), component));
  }
}
