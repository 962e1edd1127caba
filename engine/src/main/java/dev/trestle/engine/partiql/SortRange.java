package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.Arrays;
import java.util.Optional;

/** The sort keys that a test admits: from one to another, open where there is none. */
record SortRange(Optional<Value> from, boolean fromIn, Optional<Value> to, boolean toIn) {
  static SortRange of(Test test) {
    return switch (test) {
      case Test.Equal(var value) -> closed(value, value);
      case Test.Between(var low, var high) -> closed(low, high);
      case Test.Less(var value) -> new SortRange(Optional.empty(), true, Optional.of(value), false);
      case Test.LessOrEqual(var value) ->
          new SortRange(Optional.empty(), true, Optional.of(value), true);
      case Test.Greater(var value) ->
          new SortRange(Optional.of(value), false, Optional.empty(), true);
      case Test.GreaterOrEqual(var value) ->
          new SortRange(Optional.of(value), true, Optional.empty(), true);
      case Test.BeginsWith(var prefix) ->
          new SortRange(Optional.of(prefix), true, behind(prefix), false);
    };
  }

  private static SortRange closed(Value low, Value high) {
    return new SortRange(Optional.of(low), true, Optional.of(high), true);
  }

  /** The first content behind all that begin like this. */
  private static Optional<Value> behind(Value prefix) {
    var content = prefix.content();
    for (int last = content.length - 1; last >= 0; last--) {
      if (content[last] == (byte) 0xFF) continue;
      var next = Arrays.copyOf(content, last + 1);
      next[last]++;
      return Optional.of(Value.ofContent(Type.B, next));
    }
    return Optional.empty();
  }

  boolean meets(SortRange other) {
    return !isBefore(other) && !other.isBefore(this);
  }

  private boolean isBefore(SortRange other) {
    if (to.isEmpty() || other.from.isEmpty()) return false;
    int order = to.get().compareContent(other.from.get());
    return order < 0 || (order == 0 && !(toIn && other.fromIn));
  }
}
