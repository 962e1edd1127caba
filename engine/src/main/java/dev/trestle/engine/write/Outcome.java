package dev.trestle.engine.write;

import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import java.util.Optional;

/** What became of one action. */
public sealed interface Outcome {
  /** The item before the action. */
  Optional<Item> before();

  /**
   * Done, and as durable as the engine promises.
   *
   * @param units what the write cost, by table and index
   */
  record Done(Optional<Item> before, Optional<Item> after, Units units) implements Outcome {}

  /** Refused; nothing of the request was written. */
  record Refused(Optional<Item> before, Refusal refusal) implements Outcome {}

  /**
   * Write units of one action.
   *
   * @param indexes one for each index of the definition, in its order
   */
  record Units(TableDefinition definition, long table, long[] indexes) {}
}
