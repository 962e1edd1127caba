package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Optional;

/**
 * A document path without placeholders.
 *
 * @param parts the elements; the first one is the name of a top-level attribute
 */
record BoundPath(PathElement.Name head, List<PathElement> parts) {
  static BoundPath of(List<PathElement> parts) {
    if (parts.getFirst() instanceof PathElement.Name head) return new BoundPath(head, parts);
    throw new IllegalStateException("a path starts with a name");
  }

  static BoundPath of(String attribute) {
    var head = new PathElement.Name(attribute);
    return new BoundPath(head, List.of(head));
  }

  boolean isTopLevel() {
    return parts.size() == 1;
  }

  PathElement last() {
    return parts.getLast();
  }

  /** Returns the value at this path in an item. */
  Optional<Value> in(Item item) {
    return walk(item, parts.size());
  }

  /** Returns the map or list that contains the last element of a nested path. */
  Optional<Value> parentIn(Item item) {
    return walk(item, parts.size() - 1);
  }

  private Optional<Value> walk(Item item, int length) {
    var found = item.get(head.utf8());
    for (int i = 1; i < length && found.isPresent(); i++) found = parts.get(i).in(found.get());
    return found;
  }

  /** Formats the path as in DynamoDB's messages: {@code [a, [1], b]}. */
  @Override
  public String toString() {
    return parts.toString();
  }
}
