package dev.trestle.engine.write;

import dev.trestle.item.Item;
import java.util.Optional;

/**
 * What a request does to one item, decided under the item's lock.
 *
 * @see ItemWrites
 */
public interface Step {
  /**
   * The item's next state, which may be the present one or none.
   *
   * @throws dev.trestle.engine.refusal.Refusal if the item is not as the request wants it
   */
  Optional<Item> next(Optional<Item> present);
}
