package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Consumer;

/** One action of an update, bound to its names and values. */
sealed interface BoundAction {
  BoundPath path();

  /** Returns the new value at the path, or empty if the action removes it. */
  Optional<Value> result(Item before);

  /** Returns the type of the action's value, if it does not depend on the item. */
  default Optional<Type> fixedType() {
    return Optional.empty();
  }

  /** Returns whether the action only removes, so that it does not create a missing item. */
  default boolean removes() {
    return false;
  }

  /** Calls the action for each path that the right-hand side reads. */
  default void eachRead(Consumer<BoundPath> action) {}

  record Assign(BoundPath path, Formula formula) implements BoundAction {
    @Override
    public Optional<Value> result(Item before) {
      return Optional.of(formula.in(before));
    }

    @Override
    public Optional<Type> fixedType() {
      return formula instanceof Formula.Constant constant
          ? Optional.of(constant.value().type())
          : Optional.empty();
    }

    @Override
    public void eachRead(Consumer<BoundPath> action) {
      formula.eachPath(action);
    }
  }

  record Remove(BoundPath path) implements BoundAction {
    @Override
    public Optional<Value> result(Item before) {
      return Optional.empty();
    }

    @Override
    public boolean removes() {
      return true;
    }
  }

  /**
   * Adds to a number or a set, or to a list with legacy parameters only.
   *
   * @param mismatch the error text if the existing value has another type
   */
  record Add(BoundPath path, Value value, String mismatch) implements BoundAction {
    @Override
    public Optional<Value> result(Item before) {
      var found = path.in(before);
      if (found.isEmpty()) return Optional.of(value);
      var old = found.get();
      if (old.type() != value.type()) throw new ValidationException(mismatch);
      return Optional.of(
          switch (value.type()) {
            case N -> old.plus(value);
            case SS, NS, BS -> SetMembers.union(old, value);
            case L -> appended(old, value);
            case S, B, BOOL, NULL, M -> throw new IllegalStateException("nothing to add to");
          });
    }

    @Override
    public Optional<Type> fixedType() {
      return Optional.of(value.type());
    }

    private static Value appended(Value list, Value more) {
      var elements = new ArrayList<>(list.elements());
      elements.addAll(more.elements());
      return Value.container(Type.L, elements);
    }
  }

  /** Removes members from a set. A set without members is removed. */
  record Subtract(BoundPath path, Value value, String mismatch) implements BoundAction {
    @Override
    public Optional<Value> result(Item before) {
      var found = path.in(before);
      if (found.isEmpty()) return found;
      if (found.get().type() != value.type()) throw new ValidationException(mismatch);
      return SetMembers.difference(found.get(), value);
    }

    @Override
    public Optional<Type> fixedType() {
      return Optional.of(value.type());
    }

    @Override
    public boolean removes() {
      return true;
    }
  }
}
