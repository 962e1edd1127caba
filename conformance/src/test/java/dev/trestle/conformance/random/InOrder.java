package dev.trestle.conformance.random;

import dev.trestle.testing.reference.Read;
import dev.trestle.testing.reference.Shape;
import dev.trestle.testing.reference.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Takes the freedom out of an answer's order: partitions come in any order in a scan, entries of an
 * index with equal keys in any order, the items of a batch in any order. What DynamoDB promises is
 * left as it came, so that a wrong order is seen.
 */
final class InOrder {
  private InOrder() {}

  static List<Map<String, AttributeValue>> any(List<Map<String, AttributeValue>> items) {
    return items.stream().sorted(Comparator.comparing(Object::toString)).toList();
  }

  static List<Map<String, AttributeValue>> of(
      Read read, Shape shape, List<Map<String, AttributeValue>> items) {
    var index = read.index().map(shape::index);
    var partition = index.map(Shape.Index::partition).orElse(shape.key().subList(0, 1));
    var key = index.map(Shape.Index::key).orElse(shape.key());
    var ordered = new ArrayList<>(items);
    ordered.sort(by(partition));
    int from = 0;
    for (int to = 1; to <= ordered.size(); to++) {
      if (to < ordered.size() && by(key).compare(ordered.get(from), ordered.get(to)) == 0) continue;
      ordered.subList(from, to).sort(by(shape.key()));
      from = to;
    }
    return ordered;
  }

  private static Comparator<Map<String, AttributeValue>> by(List<Shape.KeyAttribute> attributes) {
    Comparator<Map<String, AttributeValue>> order = (_, _) -> 0;
    for (var attribute : attributes) {
      order =
          order.thenComparing(
              (a, b) -> Values.compare(value(a, attribute.name()), value(b, attribute.name())));
    }
    return order;
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name)).orElseThrow();
  }
}
