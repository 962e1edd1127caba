package dev.trestle.model;

import java.util.Optional;

/**
 * A range over the first sort key part that is not bound by equality.
 *
 * @param from the parameter of the lower bound, or of the only bound
 * @param to the parameter of the upper bound of a {@link Kind#BETWEEN}
 */
public record Range(Kind kind, String from, Optional<String> to) {
  /** Which side is bounded, and whether the bound is included. */
  public enum Kind {
    MORE_THAN,
    AT_LEAST,
    LESS_THAN,
    AT_MOST,
    BETWEEN
  }
}
