package dev.trestle.engine.expression;

import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.Optional;

/** Union and difference of sets, whose members are sorted. */
final class SetMembers {
  private SetMembers() {}

  /** Returns the union of two sets of the same type. */
  static Value union(Value one, Value two) {
    var left = one.elements();
    var right = two.elements();
    var union = new ArrayList<Value>(left.size() + right.size());
    int i = 0;
    int j = 0;
    while (i < left.size() || j < right.size()) {
      int order =
          i == left.size() ? 1 : j == right.size() ? -1 : left.get(i).compareContent(right.get(j));
      union.add(order <= 0 ? left.get(i++) : right.get(j));
      if (order >= 0) j++;
    }
    return Value.container(one.type(), union);
  }

  /** Returns the members of the first set that are not in the second, or empty if none are left. */
  static Optional<Value> difference(Value one, Value two) {
    var removed = two.elements();
    var left = new ArrayList<Value>(one.count());
    int j = 0;
    for (var member : one.elements()) {
      while (j < removed.size() && removed.get(j).compareContent(member) < 0) j++;
      if (j == removed.size() || removed.get(j).compareContent(member) != 0) left.add(member);
    }
    return left.isEmpty() ? Optional.empty() : Optional.of(Value.container(one.type(), left));
  }
}
