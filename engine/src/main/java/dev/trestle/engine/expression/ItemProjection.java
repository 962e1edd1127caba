package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import java.util.Set;

/** Which parts of an item are returned. */
public interface ItemProjection {
  /** Returns the requested parts that the item has. */
  Item of(Item item);

  /** Returns the top-level attributes that the projection reads. */
  Set<String> attributes();

  /**
   * Returns the top-level attributes that the projection reads inside, by {@code .name} or {@code
   * [index]}.
   */
  Set<String> nestedAttributes();
}
