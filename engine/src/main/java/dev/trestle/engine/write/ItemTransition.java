package dev.trestle.engine.write;

import dev.trestle.item.Item;
import java.util.Optional;

/**
 * Computes the next state of one item, under the item's lock.
 *
 * @see ItemWrites
 */
public interface ItemTransition {
  /**
   * Returns the item's next state, which may be the current one, or empty to delete it.
   *
   * @throws dev.trestle.engine.refusal.Refusal if the item does not meet the request's condition
   */
  Optional<Item> next(Optional<Item> present);
}
