package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.ParsedOperand;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the values of a statement while it is parsed: literals, and slots for parameters. */
final class Slots {
  /** A literal, or empty for the next parameter. */
  private final List<Optional<Value>> constants = new ArrayList<>();

  private final List<SetOperand> setOperands = new ArrayList<>();
  private int parameters;

  /** A value that must be a set. For a parameter this can only be checked once it is known. */
  record SetOperand(int slot, String function, TextPosition position) {
    void check(List<Value> values) {
      if (values.get(slot).type().isSet()) return;
      throw noSet(function, position);
    }
  }

  static ValidationException noSet(String function, TextPosition position) {
    return StatementErrors.at(
        "The second argument to " + function + " must be a value with type SET", position);
  }

  ParsedOperand.ValueReference literal(Value value) {
    constants.add(Optional.of(value));
    return reference();
  }

  ParsedOperand.ValueReference parameter() {
    constants.add(Optional.empty());
    parameters++;
    return reference();
  }

  private ParsedOperand.ValueReference reference() {
    int slot = constants.size() - 1;
    return new ParsedOperand.ValueReference(slot, "?" + slot);
  }

  /** Returns the value in a slot if it is a literal. */
  Optional<Value> constant(ParsedOperand.ValueReference reference) {
    return constants.get(reference.slot());
  }

  void mustBeSet(ParsedOperand.ValueReference reference, String function, TextPosition position) {
    setOperands.add(new SetOperand(reference.slot(), function, position));
  }

  PreparedStatement finish(Statement statement) {
    return new PreparedStatement(
        statement, List.copyOf(constants), List.copyOf(setOperands), parameters);
  }
}
