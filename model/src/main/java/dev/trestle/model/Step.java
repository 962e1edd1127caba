package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.Optional;

/**
 * A write to one item: by itself, or as a step of a transaction.
 *
 * @param <P> the parameters
 */
public sealed interface Step<P> permits Put, Update, Delete, Check {
  Heading heading();

  Entity<?> entity();

  RecordShape<P> parameters();

  Optional<Condition> condition();
}
