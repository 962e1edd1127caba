package dev.trestle.engine.expression;

import dev.trestle.engine.expression.LegacyParameters.AttributeUpdate;
import dev.trestle.engine.expression.LegacyParameters.Comparison;
import dev.trestle.engine.expression.LegacyParameters.ExpectedAttribute;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts legacy parameters to bound conditions, updates and projections. */
final class LegacyBinder {
  private static final String MISMATCH = "Type mismatch for attribute to update";

  private LegacyBinder() {}

  /**
   * Returns whether the conditions are joined with OR. Rejects an operator that has nothing to
   * join.
   */
  static boolean isAny(@Nullable String conditionalOperator, int conditions) {
    if (conditionalOperator == null) return false;
    boolean any = conditionalOperator.equals("OR");
    if (!any && !conditionalOperator.equals("AND")) {
      throw LegacyErrors.notOneOf(conditionalOperator, "conditionalOperator", List.of("OR", "AND"));
    }
    if (conditions == 0) {
      throw new ValidationException(
          "ConditionalOperator cannot be used without Filter or Expected");
    }
    if (conditions == 1) {
      throw new ValidationException(
          "ConditionalOperator can only be used when Filter or Expected has two or more elements");
    }
    return any;
  }

  static Optional<BoundCondition> filter(
      Map<String, Comparison> filter, String parameter, boolean any) {
    var predicates = new ArrayList<BoundPredicate>();
    filter.forEach((attribute, comparison) -> {
      var operator = operator(parameter, attribute, comparison.comparisonOperator());
      var operands = listOrNone(comparison.attributeValueList());
      operator.checkOperands(operands);
      predicates.add(operator.predicate(BoundPath.of(attribute), operands));
    });
    return BoundPredicate.join(predicates, any).map(BoundCondition::new);
  }

  static KeyCondition keyConditions(Map<String, Comparison> conditions) {
    var tests = new LinkedHashMap<String, KeyCondition.Test>();
    conditions.forEach((attribute, comparison) ->
        operator("keyConditions", attribute, comparison.comparisonOperator())
            .checkOperands(listOrNone(comparison.attributeValueList())));
    conditions.forEach((attribute, comparison) ->
        tests.put(
            attribute,
            operator("keyConditions", attribute, comparison.comparisonOperator())
                .test(listOrNone(comparison.attributeValueList()))));
    return KeyConditionBinder.of(tests);
  }

  private static LegacyOperator operator(
      String parameter, String attribute, @Nullable String name) {
    return LegacyOperator.named(name, parameter + "." + attribute + ".member.comparisonOperator");
  }

  private static List<Value> listOrNone(@Nullable List<Value> values) {
    return values == null ? List.of() : values;
  }

  static Optional<BoundCondition> expected(Map<String, ExpectedAttribute> expected, boolean any) {
    var predicates = new ArrayList<BoundPredicate>();
    expected.forEach((attribute, wanted) -> predicates.add(expected(attribute, wanted)));
    return BoundPredicate.join(predicates, any).map(BoundCondition::new);
  }

  private static BoundPredicate expected(String attribute, ExpectedAttribute wanted) {
    var list = wanted.attributeValueList();
    var value = wanted.value();
    if (list != null && value != null) {
      throw LegacyErrors.invalid(
          "Value and AttributeValueList cannot be used together for Attribute: " + attribute);
    }
    var path = BoundPath.of(attribute);
    if (wanted.comparisonOperator() != null) {
      var operator = operator("expected", attribute, wanted.comparisonOperator());
      var operands = operands(attribute, wanted, operator);
      operator.checkOperands(operands);
      return operator.predicate(path, operands);
    }
    if (list != null) {
      throw LegacyErrors.invalid(
          "AttributeValueList can only be used with a ComparisonOperator for Attribute: "
              + attribute);
    }
    boolean exists = wanted.exists() == null || wanted.exists();
    if (exists && value == null) {
      throw LegacyErrors.invalid(
          "Value must be provided when Exists is "
              + wanted.exists()
              + " for Attribute: "
              + attribute);
    }
    if (!exists && value != null) {
      throw LegacyErrors.invalid(
          "Value cannot be used when Exists is false for Attribute: " + attribute);
    }
    return value == null
        ? new BoundPredicate.Missing(path)
        : LegacyOperator.EQ.predicate(path, List.of(value));
  }

  private static List<Value> operands(
      String attribute, ExpectedAttribute wanted, LegacyOperator operator) {
    if (wanted.exists() != null) {
      throw LegacyErrors.invalid(
          "Exists and ComparisonOperator cannot be used together for Attribute: " + attribute);
    }
    var list = wanted.attributeValueList();
    var value = wanted.value();
    if (list != null) return list;
    if (value != null) return List.of(value);
    if (operator == LegacyOperator.NULL || operator == LegacyOperator.NOT_NULL) return List.of();
    throw LegacyErrors.invalid(
        "Value or AttributeValueList must be used with ComparisonOperator: "
            + operator
            + " for Attribute: "
            + attribute);
  }

  static BoundUpdate updates(Map<String, AttributeUpdate> updates) {
    var changes = new ArrayList<BoundAction>();
    updates.forEach((attribute, update) -> changes.add(change(attribute, update)));
    return new BoundUpdate(changes);
  }

  private static BoundAction change(String attribute, AttributeUpdate update) {
    var path = BoundPath.of(attribute);
    var value = update.value();
    var action = update.action() == null ? "PUT" : update.action();
    boolean known = action.equals("PUT") || action.equals("ADD") || action.equals("DELETE");
    if (!known) {
      throw LegacyErrors.notOneOf(
          action,
          "attributeUpdates." + attribute + ".member.action",
          List.of("ADD", "DELETE", "PUT"));
    }
    if (value == null) {
      if (action.equals("DELETE")) return new BoundAction.Remove(path);
      throw LegacyErrors.invalid(
          "Only DELETE action is allowed when no attribute value is specified");
    }
    var type = value.type();
    if (action.equals("DELETE")) {
      if (type.isSet()) return new BoundAction.Subtract(path, value, MISMATCH);
      throw LegacyErrors.invalid("DELETE action with value is not supported for the type " + type);
    }
    if (action.equals("ADD")) {
      boolean addable = type == Type.N || type == Type.L || type.isSet();
      if (addable) return new BoundAction.Add(path, value, MISMATCH);
      throw LegacyErrors.invalid("ADD action is not supported for the type " + type);
    }
    return new BoundAction.Assign(path, new Formula.Constant(value));
  }

  static ItemProjection attributesToGet(List<String> attributes) {
    var seen = new HashSet<String>();
    for (var attribute : attributes) {
      if (!seen.add(attribute)) {
        throw LegacyErrors.invalid("Duplicate value in attribute name: " + attribute);
      }
    }
    return new PathProjection(attributes.stream().map(BoundPath::of).toList());
  }
}
