package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.Comparator;
import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.engine.expression.ParsedOperand;
import dev.trestle.engine.expression.Predicate;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a WHERE clause into reads by key that find everything it can match. If some alternative
 * has no partition key, there are none and the whole table or index must be read.
 *
 * <p>The clause is converted to a disjunction of conjunctions, but only where it concerns keys, so
 * that its size stays bounded. Conditions without keys are left as they are.
 */
public final class Decomposition {
  /** The maximum number of reads that DynamoDB makes for one statement. */
  public static final int READS_MAX = 50;

  /** More combinations than this always exceed the number of reads. */
  private static final int COMBINATIONS_MAX = 5_000;

  private final List<Value> values;
  private final String partition;
  private final Optional<String> sort;

  private Decomposition(List<Value> values, String partition, Optional<String> sort) {
    this.values = values;
    this.partition = partition;
    this.sort = sort;
  }

  /**
   * Returns the alternatives of the clause. They do not overlap.
   *
   * @return empty if everything has to be read
   * @throws ValidationException if the alternatives overlap or are too many
   */
  public static Optional<List<Branch>> of(
      Predicate where, List<Value> values, String partition, Optional<String> sort) {
    var branches = new Decomposition(values, partition, sort).branches(where);
    if (branches.stream().anyMatch(branch -> branch.partition().isEmpty())) {
      return Optional.empty();
    }
    if (branches.size() > READS_MAX) throw tooMany();
    return Optional.of(apart(branches));
  }

  private static ValidationException tooMany() {
    return new ValidationException("Too many decomposed read operations for a given query.");
  }

  /**
   * Rejects alternatives that could find an item twice. DynamoDB accepts them if one of them
   * excludes some sort keys; then the partition is read once for all of them.
   */
  private static List<Branch> apart(List<Branch> branches) {
    var apart = new ArrayList<Branch>(branches.size());
    for (var branch : branches) {
      var merged = branch;
      for (int i = 0; i < apart.size(); ) {
        var other = apart.get(i);
        if (!other.overlaps(merged)) {
          i++;
          continue;
        }
        if (!other.negatesSort() && !merged.negatesSort()) {
          throw new ValidationException(
              "Overlapping conditions with range keys are not supported in where clause");
        }
        merged = new Branch(merged.partition(), Optional.empty(), true, false);
        apart.remove(i);
        i = 0;
      }
      apart.add(merged);
    }
    return apart;
  }

  private List<Branch> branches(Predicate predicate) {
    return switch (predicate) {
      case Predicate.And(var left, var right) -> both(branches(left), branches(right));
      case Predicate.Or(var left, var right) -> either(branches(left), branches(right));
      case Predicate.Not(var inner) -> List.of(Branch.neutral(mentionsSort(inner)));
      case Predicate.Compare compare -> List.of(compared(compare));
      case Predicate.In in -> among(in);
      case Predicate.Between(ParsedOperand.Path path, var low, var high) ->
          List.of(
              isSort(path) && constant(low).isPresent() && constant(high).isPresent()
                  ? between(constant(low).get(), constant(high).get())
                  : Branch.neutral(false));
      case Predicate.Between ignored -> List.of(Branch.neutral(false));
      case ParsedOperand.Call call -> List.of(called(call));
    };
  }

  private List<Branch> both(List<Branch> left, List<Branch> right) {
    if ((long) left.size() * right.size() > COMBINATIONS_MAX) throw tooMany();
    var both = new ArrayList<Branch>(left.size() * right.size());
    for (var one : left) {
      for (var two : right) one.and(two).ifPresent(both::add);
    }
    return both;
  }

  /** Alternatives without keys become a single condition on the items that are read. */
  private static List<Branch> either(List<Branch> left, List<Branch> right) {
    if (isNeutral(left) && isNeutral(right)) {
      boolean negates = left.getFirst().negatesSort() || right.getFirst().negatesSort();
      return List.of(Branch.neutral(negates));
    }
    var either = new ArrayList<Branch>(left);
    either.addAll(right);
    if (either.size() > COMBINATIONS_MAX) throw tooMany();
    return either;
  }

  private static boolean isNeutral(List<Branch> branches) {
    return branches.size() == 1 && branches.getFirst().isNeutral();
  }

  private Branch compared(Predicate.Compare compare) {
    var comparator = compare.comparator();
    if (compare.left() instanceof ParsedOperand.Path path
        && constant(compare.right()).isPresent()) {
      return compared(path, comparator, constant(compare.right()).get());
    }
    if (compare.right() instanceof ParsedOperand.Path path
        && constant(compare.left()).isPresent()) {
      return compared(path, turned(comparator), constant(compare.left()).get());
    }
    return Branch.neutral(false);
  }

  private Branch compared(ParsedOperand.Path path, Comparator comparator, Value value) {
    if (isPartition(path)) {
      return comparator == Comparator.EQ ? Branch.ofPartition(value) : Branch.neutral(false);
    }
    if (!isSort(path)) return Branch.neutral(false);
    return switch (comparator) {
      case EQ -> Branch.ofSort(new Test.Equal(value));
      case NE -> Branch.neutral(true);
      case LT -> Branch.ofSort(new Test.Less(value));
      case LE -> Branch.ofSort(new Test.LessOrEqual(value));
      case GT -> Branch.ofSort(new Test.Greater(value));
      case GE -> Branch.ofSort(new Test.GreaterOrEqual(value));
    };
  }

  private static Comparator turned(Comparator comparator) {
    return switch (comparator) {
      case EQ, NE -> comparator;
      case LT -> Comparator.GT;
      case LE -> Comparator.GE;
      case GT -> Comparator.LT;
      case GE -> Comparator.LE;
    };
  }

  private List<Branch> among(Predicate.In in) {
    if (!(in.operand() instanceof ParsedOperand.Path path)
        || !(isPartition(path) || isSort(path))) {
      return List.of(Branch.neutral(false));
    }
    var branches = new ArrayList<Branch>(in.candidates().size());
    for (var candidate : in.candidates()) {
      var value = constant(candidate);
      if (value.isEmpty()) return List.of(Branch.neutral(false));
      branches.add(compared(path, Comparator.EQ, value.get()));
    }
    return branches;
  }

  /** Bounds in the wrong order or of different types were rejected with the condition. */
  private static Branch between(Value low, Value high) {
    return Branch.ofSort(new Test.Between(low, high));
  }

  private Branch called(ParsedOperand.Call call) {
    var arguments = call.arguments();
    if (call.function().equals("begins_with")
        && arguments.size() == 2
        && arguments.getFirst() instanceof ParsedOperand.Path path
        && isSort(path)) {
      var prefix = constant(arguments.getLast()).filter(value -> value.type() != Type.N);
      if (prefix.isPresent()) return Branch.ofSort(new Test.BeginsWith(prefix.get()));
    }
    return Branch.neutral(false);
  }

  private boolean mentionsSort(Predicate predicate) {
    return switch (predicate) {
      case Predicate.And(var left, var right) -> mentionsSort(left) || mentionsSort(right);
      case Predicate.Or(var left, var right) -> mentionsSort(left) || mentionsSort(right);
      case Predicate.Not(var inner) -> mentionsSort(inner);
      case Predicate.Compare compare -> isSort(compare.left()) || isSort(compare.right());
      case Predicate.In in -> isSort(in.operand());
      case Predicate.Between between -> isSort(between.operand());
      case ParsedOperand.Call call -> call.arguments().stream().anyMatch(this::isSort);
    };
  }

  private boolean isPartition(ParsedOperand.Path path) {
    return path.attribute().filter(partition::equals).isPresent();
  }

  private boolean isSort(ParsedOperand operand) {
    return sort.isPresent()
        && operand instanceof ParsedOperand.Path path
        && path.attribute().equals(sort);
  }

  private Optional<Value> constant(ParsedOperand operand) {
    return operand instanceof ParsedOperand.ValueReference reference
        ? Optional.of(values.get(reference.slot()))
        : Optional.empty();
  }
}
