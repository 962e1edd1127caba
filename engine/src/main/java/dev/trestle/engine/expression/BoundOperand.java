package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.Optional;
import java.util.function.Consumer;

/** A bound operand of a condition. */
sealed interface BoundOperand {
  Optional<Value> in(Item item);

  /** Returns the type of the value, if it is known without the item. */
  Optional<Type> type();

  void eachPath(Consumer<BoundPath> action);

  record Constant(Value value, Optional<Value> found) implements BoundOperand {
    Constant(Value value) {
      this(value, Optional.of(value));
    }

    @Override
    public Optional<Value> in(Item item) {
      return found;
    }

    @Override
    public Optional<Type> type() {
      return Optional.of(value.type());
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {}
  }

  record AtPath(BoundPath path) implements BoundOperand {
    @Override
    public Optional<Value> in(Item item) {
      return path.in(item);
    }

    @Override
    public Optional<Type> type() {
      return Optional.empty();
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      action.accept(path);
    }
  }

  /** Whether a condition holds, as a boolean value. */
  record Truth(BoundPredicate predicate) implements BoundOperand {
    @Override
    public Optional<Value> in(Item item) {
      return Optional.of(Value.bool(predicate.holds(item)));
    }

    @Override
    public Optional<Type> type() {
      return Optional.of(Type.BOOL);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      predicate.eachPath(action);
    }
  }

  /** The size of a value. Numbers, booleans and nulls have none. */
  record Size(BoundOperand inner) implements BoundOperand {
    @Override
    public Optional<Value> in(Item item) {
      var found = inner.in(item);
      if (found.isEmpty()) return found;
      var value = found.get();
      return switch (value.type()) {
        case S -> number(value.textLength());
        case B -> number(value.contentLength());
        case SS, NS, BS, L, M -> number(value.count());
        case N, BOOL, NULL -> Optional.empty();
      };
    }

    private static Optional<Value> number(int size) {
      return Optional.of(Value.number(size));
    }

    @Override
    public Optional<Type> type() {
      return Optional.of(Type.N);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      inner.eachPath(action);
    }
  }
}
