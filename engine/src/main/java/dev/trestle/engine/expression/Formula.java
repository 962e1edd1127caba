package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.function.Consumer;

/** The bound right-hand side of a SET. It reads the item as it was before the update. */
sealed interface Formula {
  Value in(Item item);

  void eachPath(Consumer<BoundPath> action);

  record Constant(Value value) implements Formula {
    @Override
    public Value in(Item item) {
      return value;
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {}
  }

  record Copy(BoundPath path) implements Formula {
    @Override
    public Value in(Item item) {
      return path.in(item)
          .orElseThrow(() ->
              new ValidationException(
                  "The provided expression refers to an attribute that does not exist in the"
                      + " item"));
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      action.accept(path);
    }
  }

  record IfNotExists(BoundPath path, Formula otherwise) implements Formula {
    @Override
    public Value in(Item item) {
      var found = path.in(item);
      return found.isPresent() ? found.get() : otherwise.in(item);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      action.accept(path);
      otherwise.eachPath(action);
    }
  }

  record Sum(Formula left, Formula right, boolean subtract) implements Formula {
    @Override
    public Value in(Item item) {
      var a = expect(Type.N, left.in(item));
      var b = expect(Type.N, right.in(item));
      return subtract ? a.minus(b) : a.plus(b);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      left.eachPath(action);
      right.eachPath(action);
    }
  }

  record ListAppend(Formula left, Formula right) implements Formula {
    @Override
    public Value in(Item item) {
      var joined = new ArrayList<>(expect(Type.L, left.in(item)).elements());
      joined.addAll(expect(Type.L, right.in(item)).elements());
      return Value.container(Type.L, joined);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      left.eachPath(action);
      right.eachPath(action);
    }
  }

  private static Value expect(Type type, Value value) {
    if (value.type() == type) return value;
    throw new ValidationException("An operand in the update expression has an incorrect data type");
  }
}
