package dev.trestle.engine.read;

import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.Keys;
import dev.trestle.item.Value;
import java.util.Map;
import java.util.Optional;

/**
 * The stored keys that a key condition means. In a table the sort key's bytes stand at the end of
 * the key as they are; in an index each sort key is escaped and ended, since more follows it. The
 * two differ in what comes right behind all entries of one sort key, and in nothing else.
 */
public final class KeySpan {
  private final boolean indexed;
  private byte[] prefix;

  private KeySpan(boolean indexed, byte[] prefix) {
    this.indexed = indexed;
    this.prefix = prefix;
  }

  /** The condition must have been checked against the source's key. */
  public static Span of(Source source, KeyCondition condition) {
    var tests = condition.tests();
    var keys = source.keys();
    var indexed = source.index().isPresent();
    var partition = keys.partition().stream().map(attribute -> equal(tests, attribute)).toList();
    var start =
        indexed
            ? Keys.indexPartition(source.id(), partition)
            : Keys.itemPartition(source.id(), partition.getFirst());
    var span = new KeySpan(indexed, start);
    for (var attribute : keys.sort()) {
      var test = Optional.ofNullable(tests.get(attribute.name()));
      if (test.isEmpty()) break;
      if (!(indexed && test.get() instanceof Test.Equal(var value))) return span.of(test.get());
      span.prefix = span.at(value);
    }
    return Span.beginningWith(span.prefix);
  }

  private static Value equal(Map<String, Test> tests, KeyAttribute attribute) {
    if (tests.get(attribute.name()) instanceof Test.Equal(var value)) return value;
    throw new IllegalStateException("no equality on " + attribute);
  }

  private Span of(Test test) {
    return switch (test) {
      case Test.Equal(var value) -> new Span(at(value), behind(value));
      case Test.Less(var value) -> new Span(prefix, at(value));
      case Test.LessOrEqual(var value) -> new Span(prefix, behind(value));
      case Test.Greater(var value) -> new Span(behind(value), Keys.behind(prefix));
      case Test.GreaterOrEqual(var value) -> new Span(at(value), Keys.behind(prefix));
      case Test.Between(var low, var high) -> new Span(at(low), behind(high));
      case Test.BeginsWith(var value) ->
          Span.beginningWith(
              Keys.concat(prefix, indexed ? Keys.indexSortPrefix(value) : value.content()));
    };
  }

  /** Where the entries of this sort key begin. */
  private byte[] at(Value sort) {
    return Keys.concat(prefix, indexed ? Keys.indexSort(sort) : sort.content());
  }

  /** The first key behind all entries of this sort key: in a table there is but one. */
  private byte[] behind(Value sort) {
    return indexed ? Keys.behind(at(sort)) : Keys.next(at(sort));
  }
}
