package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.item.Value;
import java.util.Optional;

/**
 * One of the ways in which a WHERE clause can hold, as far as it is about the key. Whatever else
 * the clause wants is asked of each item that is read.
 *
 * @param sort what it wants of the sort key, where that narrows what has to be read
 * @param negatesSort whether it names sort keys that it does not want
 * @param onlyKeys whether nothing but the key is asked for
 */
public record Branch(
    Optional<Value> partition, Optional<Test> sort, boolean negatesSort, boolean onlyKeys) {
  /** A condition that is not about the key. */
  static Branch neutral(boolean negatesSort) {
    return new Branch(Optional.empty(), Optional.empty(), negatesSort, false);
  }

  static Branch ofPartition(Value value) {
    return new Branch(Optional.of(value), Optional.empty(), false, true);
  }

  static Branch ofSort(Test test) {
    return new Branch(Optional.empty(), Optional.of(test), false, true);
  }

  boolean isNeutral() {
    return partition.isEmpty() && sort.isEmpty();
  }

  /** Both at once; nothing where they rule each other out. */
  Optional<Branch> and(Branch other) {
    if (differ(partition, other.partition) || differ(point(), other.point())) {
      return Optional.empty();
    }
    // An equality reads least; of other tests any will do, since items are filtered by all.
    var narrower = other.point().isPresent() ? other.sort : sort.or(() -> other.sort);
    boolean bothSorted = sort.isPresent() && other.sort.isPresent() && !sort.equals(other.sort);
    return Optional.of(
        new Branch(
            partition.or(() -> other.partition),
            narrower,
            negatesSort || other.negatesSort,
            onlyKeys && other.onlyKeys && !bothSorted));
  }

  private static boolean differ(Optional<Value> one, Optional<Value> two) {
    return one.isPresent() && two.isPresent() && !one.equals(two);
  }

  /** The one sort key it wants, if it is one. */
  public Optional<Value> point() {
    return sort.orElse(null) instanceof Test.Equal(var value)
        ? Optional.of(value)
        : Optional.empty();
  }

  /** Whether an item may be found by both. */
  boolean overlaps(Branch other) {
    if (differ(partition, other.partition)) return false;
    if (sort.isEmpty() || other.sort.isEmpty()) return true;
    return SortRange.of(sort.get()).meets(SortRange.of(other.sort.get()));
  }
}
