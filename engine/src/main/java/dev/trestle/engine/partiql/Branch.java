package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.item.Value;
import java.util.Optional;

/**
 * One alternative of a WHERE clause, as far as it concerns the key. The rest of the clause is
 * tested on each item that is read.
 *
 * @param sort the test of the sort key, if it narrows the read
 * @param negatesSort whether the alternative excludes some sort keys
 * @param onlyKeys whether the alternative tests nothing but the key
 */
public record Branch(
    Optional<Value> partition, Optional<Test> sort, boolean negatesSort, boolean onlyKeys) {
  /** Returns a condition that does not concern the key. */
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

  /** Returns the conjunction of two alternatives, or empty if they contradict each other. */
  Optional<Branch> and(Branch other) {
    if (differ(partition, other.partition) || differ(point(), other.point())) {
      return Optional.empty();
    }
    // An equality reads least. Of other tests either will do, because all are tested on each item.
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

  /** Returns the sort key if the alternative requires exactly one. */
  public Optional<Value> point() {
    return sort.orElse(null) instanceof Test.Equal(var value)
        ? Optional.of(value)
        : Optional.empty();
  }

  /** Returns whether an item may match both alternatives. */
  boolean overlaps(Branch other) {
    if (differ(partition, other.partition)) return false;
    if (sort.isEmpty() || other.sort.isEmpty()) return true;
    return SortInterval.of(sort.get()).meets(SortInterval.of(other.sort.get()));
  }
}
