package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks which parameters of a request may be combined. */
final class ParameterChecks {
  private ParameterChecks() {}

  static void check(Expressions expressions, LegacyParameters legacy) {
    boolean none = !expressions.hasAny();
    if (!none && !legacy.equals(LegacyParameters.NONE)) checkNotMixed(expressions, legacy);
    if (none && expressions.names() != null) {
      throw new ValidationException(
          "ExpressionAttributeNames can only be specified when using expressions");
    }
    boolean noValues = none || isProjectionOnly(expressions);
    if (noValues && expressions.values() != null) {
      throw new ValidationException(
          "ExpressionAttributeValues can only be specified when using expressions");
    }
  }

  private static boolean isProjectionOnly(Expressions expressions) {
    return expressions.condition() == null
        && expressions.update() == null
        && expressions.keyCondition() == null
        && expressions.filter() == null;
  }

  private static void checkNotMixed(Expressions expressions, LegacyParameters legacy) {
    var used = new ArrayList<String>();
    add(used, ExpressionKind.PROJECTION.parameter(), expressions.projection());
    add(used, ExpressionKind.FILTER.parameter(), expressions.filter());
    add(used, ExpressionKind.KEY_CONDITION.parameter(), expressions.keyCondition());
    add(used, ExpressionKind.UPDATE.parameter(), expressions.update());
    add(used, ExpressionKind.CONDITION.parameter(), expressions.condition());
    boolean write = expressions.update() != null || expressions.condition() != null;
    var old = new ArrayList<String>();
    add(old, "AttributesToGet", legacy.attributesToGet());
    add(old, filterName(expressions, legacy), legacy.filter());
    if (!write) add(old, "ConditionalOperator", legacy.conditionalOperator());
    if (expressions.keyCondition() != null) add(old, "KeyConditions", legacy.keyConditions());
    add(old, "AttributeUpdates", legacy.attributeUpdates());
    add(old, "Expected", legacy.expected());
    if (old.isEmpty()) return;
    throw new ValidationException(
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {"
            + String.join(", ", old)
            + "} Expression parameters: {"
            + String.join(", ", used)
            + "}");
  }

  /**
   * Returns the name of the filter parameter. A query always has key conditions in one of the two
   * forms, a scan never.
   */
  static String filterName(Expressions expressions, LegacyParameters legacy) {
    return isQuery(expressions, legacy) ? "QueryFilter" : "ScanFilter";
  }

  static boolean isQuery(Expressions expressions, LegacyParameters legacy) {
    return expressions.keyCondition() != null || legacy.keyConditions() != null;
  }

  private static void add(List<String> names, String name, @Nullable Object parameter) {
    if (parameter != null) names.add(name);
  }
}
