package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;

/** The parameters that hold expressions. Three of them have the same grammar. */
enum Kind {
  UPDATE("UpdateExpression"),
  CONDITION("ConditionExpression"),
  KEY_CONDITION("KeyConditionExpression"),
  FILTER("FilterExpression"),
  PROJECTION("ProjectionExpression"),

  /** No parameter but the whole of a statement, so that its faults are told without a name. */
  STATEMENT("");

  private final String parameter;

  Kind(String parameter) {
    this.parameter = parameter;
  }

  String parameter() {
    return parameter;
  }

  ValidationException invalid(String why) {
    return new ValidationException(this == STATEMENT ? why : "Invalid " + parameter + ": " + why);
  }
}
