package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.expression.ConditionTree;
import java.util.Optional;

/**
 * A write of one item, on its own or as a step of a transaction.
 *
 * @param <P> the parameters
 */
public sealed interface ItemWrite<P> permits Put, Update, Delete, ConditionCheck {
  /** Its id, title, load and place in the source. */
  Heading heading();

  /** The entity of the item that is written. */
  Entity<?> entity();

  /** The components of its parameters. */
  RecordShape<P> parameters();

  /** What must hold of the item as it is stored; empty if it is written in any case. */
  Optional<ConditionTree> condition();
}
