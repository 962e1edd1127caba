package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import java.util.Optional;
import java.util.Set;

/** What an update does to an item. */
public interface UpdatePlan {
  /**
   * The item after the update. Every right-hand side reads the item as it was before.
   *
   * @param item the item before; only its key attributes where there was none
   */
  Item apply(Item item);

  /** The top-level attributes that the update writes to. */
  Set<String> attributes();

  /** The type that the update gives to a top-level attribute, if that depends on no item. */
  Optional<Type> fixedType(String attribute);

  /**
   * The top-level attributes that the update reads from or writes to inside, by {@code .name} or
   * {@code [index]}.
   */
  Set<String> nestedAttributes();

  /** Whether the update does nothing but remove: then a missing item stays missing. */
  boolean onlyRemoves();

  /** For UPDATED_OLD and UPDATED_NEW: what stands at the updated paths of this item. */
  Item touched(Item item);
}
