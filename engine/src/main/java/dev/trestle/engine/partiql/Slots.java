package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.Operand;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the values of a statement while it is read: those in it, and places for parameters. */
final class Slots {
  /** A value that is written down, or else the next parameter. */
  private final List<Optional<Value>> constants = new ArrayList<>();

  private final List<SetOperand> setOperands = new ArrayList<>();
  private int parameters;

  /** A value that has to be a set, which for a parameter shows only when it is there. */
  record SetOperand(int slot, String function, Position position) {
    void check(List<Value> values) {
      if (values.get(slot).type().isSet()) return;
      throw noSet(function, position);
    }
  }

  static ValidationException noSet(String function, Position position) {
    return Faults.at(
        "The second argument to " + function + " must be a value with type SET", position);
  }

  Operand.ValueReference literal(Value value) {
    constants.add(Optional.of(value));
    return reference();
  }

  Operand.ValueReference parameter() {
    constants.add(Optional.empty());
    parameters++;
    return reference();
  }

  private Operand.ValueReference reference() {
    int slot = constants.size() - 1;
    return new Operand.ValueReference(slot, "?" + slot);
  }

  /** The value in a slot, if it is written down. */
  Optional<Value> constant(Operand.ValueReference reference) {
    return constants.get(reference.slot());
  }

  void mustBeSet(Operand.ValueReference reference, String function, Position position) {
    setOperands.add(new SetOperand(reference.slot(), function, position));
  }

  Prepared finish(Statement statement) {
    return new Prepared(statement, List.copyOf(constants), List.copyOf(setOperands), parameters);
  }
}
