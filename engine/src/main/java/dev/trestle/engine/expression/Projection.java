package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import java.util.Set;

/** Which parts of an item the answer shows. */
public interface Projection {
  /** The parts of the item that were asked for and are there. */
  Item of(Item item);

  /** The top-level attributes that the projection looks at. */
  Set<String> attributes();

  /** Those of them that the projection looks into, by {@code .name} or {@code [index]}. */
  Set<String> nestedAttributes();
}
