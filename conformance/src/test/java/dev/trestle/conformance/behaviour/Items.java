package dev.trestle.conformance.behaviour;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads attributes of items. */
final class Items {
  private Items() {}

  /** Returns the attribute of each item. Every item must have it. */
  static List<AttributeValue> each(List<Map<String, AttributeValue>> items, String name) {
    return items.stream().map(item -> of(item, name)).toList();
  }

  static AttributeValue of(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), () -> "no " + name + " in " + item);
  }
}
