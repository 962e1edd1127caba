package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;

/** The parameters that hold expressions. Three of them have the same grammar. */
enum Kind {
  UPDATE("UpdateExpression"),
  CONDITION("ConditionExpression"),
  KEY_CONDITION("KeyConditionExpression"),
  FILTER("FilterExpression"),
  PROJECTION("ProjectionExpression");

  private final String parameter;

  Kind(String parameter) {
    this.parameter = parameter;
  }

  String parameter() {
    return parameter;
  }

  ValidationException invalid(String why) {
    return new ValidationException("Invalid " + parameter + ": " + why);
  }
}
