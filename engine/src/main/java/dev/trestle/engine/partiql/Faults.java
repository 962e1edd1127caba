package dev.trestle.engine.partiql;

import dev.trestle.engine.refusal.Refusal.ValidationException;

/** What is said of statements that cannot be read. */
final class Faults {
  private static final String NOT_WELL_FORMED =
      "Statement wasn't well formed, can't be processed: ";

  static final String LEFT_OVER = "Unexpected token after expression";
  static final String NO_TERM = "Unexpected term";
  static final String NO_PATH = "Expected identifier for simple path";
  static final String NO_MANIPULATION = "Expected data manipulation";

  private Faults() {}

  /** A fault of the grammar; DynamoDB has no words at all for some of them. */
  static ValidationException malformed(String why) {
    return new ValidationException(NOT_WELL_FORMED + why);
  }

  static ValidationException at(String what, Position position) {
    return new ValidationException(what + " at " + position);
  }
}
