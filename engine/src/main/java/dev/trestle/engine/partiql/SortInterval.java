package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.Arrays;
import java.util.Optional;

/** The range of sort keys that a test accepts. A missing bound is open. */
record SortInterval(Optional<Value> from, boolean fromIn, Optional<Value> to, boolean toIn) {
  static SortInterval of(Test test) {
    return switch (test) {
      case Test.Equal(var value) -> closed(value, value);
      case Test.Between(var low, var high) -> closed(low, high);
      case Test.Less(var value) ->
          new SortInterval(Optional.empty(), true, Optional.of(value), false);
      case Test.LessOrEqual(var value) ->
          new SortInterval(Optional.empty(), true, Optional.of(value), true);
      case Test.Greater(var value) ->
          new SortInterval(Optional.of(value), false, Optional.empty(), true);
      case Test.GreaterOrEqual(var value) ->
          new SortInterval(Optional.of(value), true, Optional.empty(), true);
      case Test.BeginsWith(var prefix) ->
          new SortInterval(Optional.of(prefix), true, afterPrefix(prefix), false);
    };
  }

  private static SortInterval closed(Value low, Value high) {
    return new SortInterval(Optional.of(low), true, Optional.of(high), true);
  }

  /** Returns the smallest content that is larger than everything with this prefix. */
  private static Optional<Value> afterPrefix(Value prefix) {
    var content = prefix.content();
    for (int last = content.length - 1; last >= 0; last--) {
      if (content[last] == (byte) 0xFF) continue;
      var next = Arrays.copyOf(content, last + 1);
      next[last]++;
      return Optional.of(Value.ofContent(Type.B, next));
    }
    return Optional.empty();
  }

  boolean meets(SortInterval other) {
    return !isBefore(other) && !other.isBefore(this);
  }

  private boolean isBefore(SortInterval other) {
    if (to.isEmpty() || other.from.isEmpty()) return false;
    int order = to.get().compareContent(other.from.get());
    return order < 0 || (order == 0 && !(toIn && other.fromIn));
  }
}
