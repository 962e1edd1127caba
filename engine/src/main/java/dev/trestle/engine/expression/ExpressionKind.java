package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;

/** The parameters that contain expressions. Three of them have the same grammar. */
enum ExpressionKind {
  UPDATE("UpdateExpression"),
  CONDITION("ConditionExpression"),
  KEY_CONDITION("KeyConditionExpression"),
  FILTER("FilterExpression"),
  PROJECTION("ProjectionExpression"),

  /** A PartiQL statement. Its errors are reported without the name of a parameter. */
  STATEMENT("");

  private final String parameter;

  ExpressionKind(String parameter) {
    this.parameter = parameter;
  }

  String parameter() {
    return parameter;
  }

  ValidationException invalid(String why) {
    return new ValidationException(this == STATEMENT ? why : "Invalid " + parameter + ": " + why);
  }
}
