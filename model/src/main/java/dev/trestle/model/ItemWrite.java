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
  Heading heading();

  Entity<?> entity();

  RecordShape<P> parameters();

  Optional<ConditionTree> condition();
}
