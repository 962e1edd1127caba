package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.Optional;
import java.util.function.Consumer;

/** Where a bound condition takes a value from. */
sealed interface Source {
  Optional<Value> in(Item item);

  /** The type that every value from here has, where that is known beforehand. */
  Optional<Type> type();

  void eachPath(Consumer<BoundPath> action);

  record Constant(Value value, Optional<Value> found) implements Source {
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

  record At(BoundPath path) implements Source {
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

  /** Whether a condition holds, as a boolean. */
  record Truth(Check check) implements Source {
    @Override
    public Optional<Value> in(Item item) {
      return Optional.of(Value.bool(check.holds(item)));
    }

    @Override
    public Optional<Type> type() {
      return Optional.of(Type.BOOL);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      check.eachPath(action);
    }
  }

  /** How big a value is; numbers, booleans and nulls have no size. */
  record Size(Source inner) implements Source {
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
