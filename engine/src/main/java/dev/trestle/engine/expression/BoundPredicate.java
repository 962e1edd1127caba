package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A node of a bound condition. A missing attribute is not equal to anything. */
sealed interface BoundPredicate {
  boolean holds(Item item);

  void eachPath(Consumer<BoundPath> action);

  record Both(BoundPredicate left, BoundPredicate right) implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      return left.holds(item) && right.holds(item);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      left.eachPath(action);
      right.eachPath(action);
    }
  }

  record Either(BoundPredicate left, BoundPredicate right) implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      return left.holds(item) || right.holds(item);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      left.eachPath(action);
      right.eachPath(action);
    }
  }

  record Negated(BoundPredicate inner) implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      return !inner.holds(item);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      inner.eachPath(action);
    }
  }

  record Compared(Comparator comparator, BoundOperand left, BoundOperand right)
      implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      var a = left.in(item);
      var b = right.in(item);
      boolean both = a.isPresent() && b.isPresent();
      if (!comparator.isOrdering()) {
        return (both && a.get().equals(b.get())) == (comparator == Comparator.EQ);
      }
      return both
          && isOrdered(a.get(), b.get())
          && comparator.accepts(a.get().compareContent(b.get()));
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      left.eachPath(action);
      right.eachPath(action);
    }
  }

  record Within(BoundOperand operand, BoundOperand low, BoundOperand high)
      implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      var value = operand.in(item);
      if (value.isEmpty()) return false;
      var from = low.in(item);
      var to = high.in(item);
      return from.isPresent()
          && to.isPresent()
          && isOrdered(value.get(), from.get())
          && isOrdered(value.get(), to.get())
          && from.get().compareContent(value.get()) <= 0
          && value.get().compareContent(to.get()) <= 0;
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      operand.eachPath(action);
      low.eachPath(action);
      high.eachPath(action);
    }
  }

  record OneOf(BoundOperand operand, List<BoundOperand> candidates) implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      var value = operand.in(item);
      if (value.isEmpty()) return false;
      for (int i = 0; i < candidates.size(); i++) {
        if (candidates.get(i).in(item).equals(value)) return true;
      }
      return false;
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      operand.eachPath(action);
      candidates.forEach(candidate -> candidate.eachPath(action));
    }
  }

  record Exists(BoundPath path) implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      return path.in(item).isPresent();
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      action.accept(path);
    }
  }

  record Missing(BoundPath path) implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      return path.in(item).isEmpty();
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      action.accept(path);
    }
  }

  record HasType(BoundOperand operand, Type type) implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      var value = operand.in(item);
      return value.isPresent() && value.get().type() == type;
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      operand.eachPath(action);
    }
  }

  record BeginsWith(BoundOperand operand, BoundOperand prefix) implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      var value = operand.in(item);
      var start = prefix.in(item);
      return value.isPresent()
          && start.isPresent()
          && isSameText(value.get(), start.get())
          && value.get().contentContains(start.get(), true);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      operand.eachPath(action);
      prefix.eachPath(action);
    }
  }

  record Contains(BoundOperand operand, BoundOperand part) implements BoundPredicate {
    @Override
    public boolean holds(Item item) {
      var value = operand.in(item);
      var wanted = part.in(item);
      return value.isPresent() && wanted.isPresent() && contains(value.get(), wanted.get());
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      operand.eachPath(action);
      part.eachPath(action);
    }
  }

  /** Joins predicates with OR or AND, as legacy parameters are. */
  static Optional<BoundPredicate> join(List<BoundPredicate> predicates, boolean any) {
    return predicates.stream()
        .reduce((left, right) -> any ? new Either(left, right) : new Both(left, right));
  }

  private static boolean isOrdered(Value a, Value b) {
    return a.type() == b.type() && a.type().isKeyType();
  }

  private static boolean isSameText(Value a, Value b) {
    return a.type() == b.type() && (a.type() == Type.S || a.type() == Type.B);
  }

  private static boolean contains(Value value, Value wanted) {
    return switch (value.type()) {
      case S, B -> isSameText(value, wanted) && value.contentContains(wanted, false);
      case SS, NS, BS, L -> value.has(wanted);
      case N, BOOL, NULL, M -> false;
    };
  }
}
