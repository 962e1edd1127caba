package dev.trestle.engine.read;

import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.item.Value;
import java.util.Map;
import java.util.Optional;

/**
 * Converts a key condition to a range of stored keys. In a table's key the sort key comes last and
 * is stored as it is. In an index's key each sort key is escaped and terminated, because more
 * follows. The two differ only in the first key after all entries of a sort key.
 */
public final class KeyConditionRange {
  private final boolean indexed;
  private byte[] prefix;

  private KeyConditionRange(boolean indexed, byte[] prefix) {
    this.indexed = indexed;
    this.prefix = prefix;
  }

  /** Returns the range. The condition must have been checked against the target's key. */
  public static KeyRange of(ReadTarget target, KeyCondition condition) {
    var tests = condition.tests();
    var keys = target.keys();
    var indexed = target.index().isPresent();
    var partition = keys.partition().stream().map(attribute -> equal(tests, attribute)).toList();
    var start =
        indexed
            ? StoredKeys.indexPartition(target.id(), partition)
            : StoredKeys.itemPartition(target.id(), partition.getFirst());
    var keyRange = new KeyConditionRange(indexed, start);
    for (var attribute : keys.sort()) {
      var test = Optional.ofNullable(tests.get(attribute.name()));
      if (test.isEmpty()) break;
      if (!(indexed && test.get() instanceof Test.Equal(var value))) return keyRange.of(test.get());
      keyRange.prefix = keyRange.at(value);
    }
    return KeyRange.beginningWith(keyRange.prefix);
  }

  private static Value equal(Map<String, Test> tests, SchemaAttribute attribute) {
    if (tests.get(attribute.name()) instanceof Test.Equal(var value)) return value;
    throw new IllegalStateException("no equality condition on " + attribute);
  }

  private KeyRange of(Test test) {
    return switch (test) {
      case Test.Equal(var value) -> new KeyRange(at(value), after(value));
      case Test.Less(var value) -> new KeyRange(prefix, at(value));
      case Test.LessOrEqual(var value) -> new KeyRange(prefix, after(value));
      case Test.Greater(var value) -> new KeyRange(after(value), StoredKeys.afterPrefix(prefix));
      case Test.GreaterOrEqual(var value) ->
          new KeyRange(at(value), StoredKeys.afterPrefix(prefix));
      case Test.Between(var low, var high) -> new KeyRange(at(low), after(high));
      case Test.BeginsWith(var value) ->
          KeyRange.beginningWith(
              StoredKeys.concat(
                  prefix, indexed ? StoredKeys.indexSortPrefix(value) : value.content()));
    };
  }

  /** Returns the first key of the entries with this sort key. */
  private byte[] at(Value sort) {
    return StoredKeys.concat(prefix, indexed ? StoredKeys.indexSort(sort) : sort.content());
  }

  /**
   * Returns the first key after all entries with this sort key. A table has only one such entry.
   */
  private byte[] after(Value sort) {
    return indexed ? StoredKeys.afterPrefix(at(sort)) : StoredKeys.successor(at(sort));
  }
}
