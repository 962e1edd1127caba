package dev.trestle.engine.read;

import dev.trestle.engine.expression.Projection;
import java.util.Optional;

/**
 * What of the items that were read is answered.
 *
 * @param countOnly nothing but how many there are
 * @param fetch whether an index entry is followed by reading its item from the table
 * @param projection the parts to show, where not all are
 */
public record Shape(boolean countOnly, boolean fetch, Optional<Projection> projection) {
  public static final Shape WHOLE = new Shape(false, false, Optional.empty());
}
