package dev.trestle.conformance.random;

import dev.trestle.testing.reference.ReferenceRead;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.TableShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Normalises the order of results where DynamoDB guarantees none: partitions in a scan, index
 * entries with equal keys, items of a batch. A guaranteed order is kept, so that a wrong one is
 * noticed.
 */
final class InOrder {
  private InOrder() {}

  static List<Map<String, AttributeValue>> any(List<Map<String, AttributeValue>> items) {
    return items.stream().sorted(Comparator.comparing(Object::toString)).toList();
  }

  static List<Map<String, AttributeValue>> of(
      ReferenceRead read, TableShape shape, List<Map<String, AttributeValue>> items) {
    var index = read.index().map(shape::index);
    var partition = index.map(TableShape.Index::partition).orElse(shape.key().subList(0, 1));
    var key = index.map(TableShape.Index::key).orElse(shape.key());
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

  private static Comparator<Map<String, AttributeValue>> by(
      List<TableShape.KeyAttribute> attributes) {
    Comparator<Map<String, AttributeValue>> order = (_, _) -> 0;
    for (var attribute : attributes) {
      order =
          order.thenComparing((a, b) ->
              ReferenceValues.compare(value(a, attribute.name()), value(b, attribute.name())));
    }
    return order;
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name)).orElseThrow();
  }
}
