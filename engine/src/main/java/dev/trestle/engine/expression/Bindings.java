package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Value;
import org.jspecify.annotations.Nullable;

/**
 * The names and values of one expression's placeholders in one request, by slot. A missing one is
 * only reported when the expression uses it, because that decides which error DynamoDB reports.
 */
final class Bindings {
  private final ExpressionKind kind;
  private final PathElement.@Nullable Name[] names;
  private final @Nullable Value[] values;

  Bindings(ExpressionKind kind, PathElement.@Nullable Name[] names, @Nullable Value[] values) {
    this.kind = kind;
    this.names = names;
    this.values = values;
  }

  PathElement.Name name(PathStep.NameReference reference) {
    var name = names[reference.slot()];
    if (name != null) return name;
    throw invalid(
        "An expression attribute name used in the document path is not defined; attribute name: "
            + reference.placeholder());
  }

  Value value(ParsedOperand.ValueReference reference) {
    var value = values[reference.slot()];
    if (value != null) return value;
    throw invalid(
        "An expression attribute value used in expression is not defined; attribute value: "
            + reference.placeholder());
  }

  ValidationException invalid(String why) {
    return kind.invalid(why);
  }
}
