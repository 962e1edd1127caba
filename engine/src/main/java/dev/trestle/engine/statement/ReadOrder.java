package dev.trestle.engine.statement;

import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.engine.partiql.Branch;
import dev.trestle.engine.partiql.Statement.Order;
import dev.trestle.engine.read.ReadTarget;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Value;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * ORDER BY, which is only possible by key. Reads of several partitions are sorted, and each one
 * reads its partition in the order of the sort key.
 */
record ReadOrder(ReadTarget target, List<Order> orders) {
  void check(boolean hasWhere, Optional<List<Branch>> branches) {
    if (orders.isEmpty()) return;
    if (!hasWhere) {
      throw new ValidationException(
          "Must have WHERE clause in the statement when using ORDER BY clause.");
    }
    for (var order : orders) {
      if (target.keys().names().contains(order.attribute())) continue;
      throw new ValidationException(
          "Attribute " + order.attribute() + " in ORDER BY clause must be part of the primary key");
    }
    if (branches.isEmpty()) {
      throw new ValidationException(
          "Must have at least one non-optional hash key condition in WHERE clause when using ORDER"
              + " BY clause.");
    }
    long partitions = branches.get().stream().map(Branch::partition).distinct().count();
    if (partitions > 1 && by(target.keys().partitionKey().name()).isEmpty()) {
      throw new ValidationException(
          "Must have hash key in ORDER BY clause when more than one hash key condition specified in"
              + " WHERE clause.");
    }
  }

  private Optional<Order> by(String attribute) {
    return orders.stream().filter(order -> order.attribute().equals(attribute)).findFirst();
  }

  /**
   * Returns whether to read in reverse. DynamoDB also does so if ORDER BY names only the partition
   * key.
   */
  boolean isReverse() {
    if (orders.isEmpty()) return false;
    var sort = target.keys().sortKey().flatMap(attribute -> by(attribute.name()));
    return sort.map(Order::descending).orElse(true);
  }

  /** Returns the reads in the order that the statement requires. */
  List<Branch> sorted(List<Branch> branches) {
    if (orders.isEmpty()) return branches;
    Comparator<Branch> byPartition =
        Comparator.comparing(branch -> branch.partition().orElseThrow(), Value::compareContent);
    boolean descending =
        by(target.keys().partitionKey().name()).map(Order::descending).orElse(false);
    Comparator<Branch> bySort = ReadOrder::compareStarts;
    return branches.stream()
        .sorted(
            (descending ? byPartition.reversed() : byPartition)
                .thenComparing(isReverse() ? bySort.reversed() : bySort))
        .toList();
  }

  /**
   * Compares where two reads of the same partition start. They do not overlap, so this is their
   * order.
   */
  private static int compareStarts(Branch one, Branch two) {
    var a = one.sort().flatMap(ReadOrder::start);
    var b = two.sort().flatMap(ReadOrder::start);
    if (a.isEmpty() || b.isEmpty()) return Boolean.compare(a.isPresent(), b.isPresent());
    return a.get().compareContent(b.get());
  }

  private static Optional<Value> start(Test test) {
    return switch (test) {
      case Test.Equal(var value) -> Optional.of(value);
      case Test.Less ignored -> Optional.empty();
      case Test.LessOrEqual ignored -> Optional.empty();
      case Test.Greater(var value) -> Optional.of(value);
      case Test.GreaterOrEqual(var value) -> Optional.of(value);
      case Test.Between between -> Optional.of(between.low());
      case Test.BeginsWith(var prefix) -> Optional.of(prefix);
    };
  }
}
