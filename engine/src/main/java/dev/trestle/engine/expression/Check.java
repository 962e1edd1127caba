package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A bound condition, taken apart. An attribute that is missing is equal to nothing. */
sealed interface Check {
  boolean holds(Item item);

  void eachPath(Consumer<BoundPath> action);

  record Both(Check left, Check right) implements Check {
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

  record Either(Check left, Check right) implements Check {
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

  record Negated(Check inner) implements Check {
    @Override
    public boolean holds(Item item) {
      return !inner.holds(item);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      inner.eachPath(action);
    }
  }

  record Compared(Comparator comparator, Source left, Source right) implements Check {
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

  record Within(Source source, Source low, Source high) implements Check {
    @Override
    public boolean holds(Item item) {
      var value = source.in(item);
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
      source.eachPath(action);
      low.eachPath(action);
      high.eachPath(action);
    }
  }

  record OneOf(Source source, List<Source> candidates) implements Check {
    @Override
    public boolean holds(Item item) {
      var value = source.in(item);
      if (value.isEmpty()) return false;
      for (int i = 0; i < candidates.size(); i++) {
        if (candidates.get(i).in(item).equals(value)) return true;
      }
      return false;
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      source.eachPath(action);
      candidates.forEach(candidate -> candidate.eachPath(action));
    }
  }

  record Exists(BoundPath path) implements Check {
    @Override
    public boolean holds(Item item) {
      return path.in(item).isPresent();
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      action.accept(path);
    }
  }

  record Missing(BoundPath path) implements Check {
    @Override
    public boolean holds(Item item) {
      return path.in(item).isEmpty();
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      action.accept(path);
    }
  }

  record HasType(Source source, Type type) implements Check {
    @Override
    public boolean holds(Item item) {
      var value = source.in(item);
      return value.isPresent() && value.get().type() == type;
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      source.eachPath(action);
    }
  }

  record BeginsWith(Source source, Source prefix) implements Check {
    @Override
    public boolean holds(Item item) {
      var value = source.in(item);
      var start = prefix.in(item);
      return value.isPresent()
          && start.isPresent()
          && isSameText(value.get(), start.get())
          && value.get().contentContains(start.get(), true);
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      source.eachPath(action);
      prefix.eachPath(action);
    }
  }

  record Contains(Source source, Source part) implements Check {
    @Override
    public boolean holds(Item item) {
      var value = source.in(item);
      var wanted = part.in(item);
      return value.isPresent() && wanted.isPresent() && contains(value.get(), wanted.get());
    }

    @Override
    public void eachPath(Consumer<BoundPath> action) {
      source.eachPath(action);
      part.eachPath(action);
    }
  }

  /** All of several checks, or any of them: what legacy parameters come to. */
  static Optional<Check> join(List<Check> checks, boolean any) {
    return checks.stream()
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
