package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Optional;

/**
 * A document path whose names are known.
 *
 * @param parts what leads there; the first one is the name of a top-level attribute
 */
record BoundPath(Part.Name head, List<Part> parts) {
  static BoundPath of(List<Part> parts) {
    if (parts.getFirst() instanceof Part.Name head) return new BoundPath(head, parts);
    throw new IllegalStateException("a path starts with a name");
  }

  static BoundPath of(String attribute) {
    var head = new Part.Name(attribute);
    return new BoundPath(head, List.of(head));
  }

  boolean isTopLevel() {
    return parts.size() == 1;
  }

  Part last() {
    return parts.getLast();
  }

  /** What stands there in an item. */
  Optional<Value> in(Item item) {
    return walk(item, parts.size());
  }

  /** The map or list that holds the last step of a nested path. */
  Optional<Value> parentIn(Item item) {
    return walk(item, parts.size() - 1);
  }

  private Optional<Value> walk(Item item, int length) {
    var found = item.get(head.utf8());
    for (int i = 1; i < length && found.isPresent(); i++) found = parts.get(i).in(found.get());
    return found;
  }

  /** As DynamoDB's messages show a path: {@code [a, [1], b]}. */
  @Override
  public String toString() {
    return parts.toString();
  }
}
