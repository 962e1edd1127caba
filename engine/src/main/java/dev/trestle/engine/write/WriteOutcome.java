package dev.trestle.engine.write;

import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import java.util.Optional;

/** The outcome of one action. */
public sealed interface WriteOutcome {
  /** Returns the item before the action. */
  Optional<Item> before();

  /**
   * The action was executed and is durable.
   *
   * @param units what the write cost on the table and its indexes
   */
  record Done(Optional<Item> before, Optional<Item> after, Units units) implements WriteOutcome {}

  /** The action was refused. Nothing of the request was written. */
  record Refused(Optional<Item> before, Refusal refusal) implements WriteOutcome {}

  /**
   * The write units of one action.
   *
   * @param indexes the units by index, in the order of the definition
   */
  record Units(TableDefinition definition, long table, long[] indexes) {}
}
