package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Value;
import org.jspecify.annotations.Nullable;

/**
 * What the placeholders of one expression stand for in one request, by slot. A missing one is a
 * fault only when the expression comes to it: that decides which fault is told.
 */
final class Scope {
  private final Kind kind;
  private final Part.@Nullable Name[] names;
  private final @Nullable Value[] values;

  Scope(Kind kind, Part.@Nullable Name[] names, @Nullable Value[] values) {
    this.kind = kind;
    this.names = names;
    this.values = values;
  }

  Part.Name name(Step.NameReference reference) {
    var name = names[reference.slot()];
    if (name != null) return name;
    throw invalid(
        "An expression attribute name used in the document path is not defined; attribute name: "
            + reference.placeholder());
  }

  Value value(Operand.ValueReference reference) {
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
