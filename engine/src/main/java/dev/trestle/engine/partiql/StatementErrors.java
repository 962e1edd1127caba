package dev.trestle.engine.partiql;

import dev.trestle.engine.refusal.Refusal.ValidationException;

/** The errors for statements that cannot be parsed. */
final class StatementErrors {
  private static final String NOT_WELL_FORMED =
      "Statement wasn't well formed, can't be processed: ";

  static final String LEFT_OVER = "Unexpected token after expression";
  static final String NO_TERM = "Unexpected term";
  static final String NO_PATH = "Expected identifier for simple path";
  static final String NO_MANIPULATION = "Expected data manipulation";

  private StatementErrors() {}

  /** Returns a syntax error. For some of them DynamoDB has no text. */
  static ValidationException malformed(String why) {
    return new ValidationException(NOT_WELL_FORMED + why);
  }

  static ValidationException at(String what, TextPosition position) {
    return new ValidationException(what + " at " + position);
  }
}
