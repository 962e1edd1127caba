package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Consumer;

/** One action of an update, bound. */
sealed interface Change {
  BoundPath path();

  /** What is to stand at the path; nothing where it is to be gone. */
  Optional<Value> result(Item before);

  /** The type of what the action brings along, if it depends on no item. */
  default Optional<Type> fixedType() {
    return switch (this) {
      case Assign(var _, Formula.Constant(var value)) -> Optional.of(value.type());
      case Add(var _, var value, var _) -> Optional.of(value.type());
      case Subtract(var _, var value, var _) -> Optional.of(value.type());
      case Assign _, Remove _ -> Optional.empty();
    };
  }

  /** The paths that the right-hand side reads. */
  default void eachRead(Consumer<BoundPath> action) {}

  record Assign(BoundPath path, Formula formula) implements Change {
    @Override
    public Optional<Value> result(Item before) {
      return Optional.of(formula.in(before));
    }

    @Override
    public void eachRead(Consumer<BoundPath> action) {
      formula.eachPath(action);
    }
  }

  record Remove(BoundPath path) implements Change {
    @Override
    public Optional<Value> result(Item before) {
      return Optional.empty();
    }
  }

  /**
   * Adds to a number, a set or, by legacy parameters only, a list.
   *
   * @param mismatch what to say if something of another type is there
   */
  record Add(BoundPath path, Value value, String mismatch) implements Change {
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

    private static Value appended(Value list, Value more) {
      var elements = new ArrayList<>(list.elements());
      elements.addAll(more.elements());
      return Value.container(Type.L, elements);
    }
  }

  /** Takes members out of a set; a set without members goes away. */
  record Subtract(BoundPath path, Value value, String mismatch) implements Change {
    @Override
    public Optional<Value> result(Item before) {
      var found = path.in(before);
      if (found.isEmpty()) return found;
      if (found.get().type() != value.type()) throw new ValidationException(mismatch);
      return SetMembers.difference(found.get(), value);
    }
  }
}
