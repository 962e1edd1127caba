package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import java.util.Set;

/** A condition or filter, bound to its values: a question to an item. */
public interface Condition {
  /** Whether the item is as the condition wants it; a missing item is {@link Item#EMPTY}. */
  boolean holds(Item item);

  /** The top-level attributes that the condition looks at. */
  Set<String> attributes();

  /** Those of them that the condition looks into, by {@code .name} or {@code [index]}. */
  Set<String> nestedAttributes();
}
