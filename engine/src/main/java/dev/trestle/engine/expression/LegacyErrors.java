package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The two forms of DynamoDB's messages about legacy parameters. */
final class LegacyErrors {
  private LegacyErrors() {}

  static ValidationException invalid(String why) {
    return new ValidationException("One or more parameter values were invalid: " + why);
  }

  /** Returns the error for a constant that is unknown or missing. */
  static ValidationException notOneOf(@Nullable String name, String place, List<?> constants) {
    var constraint =
        name == null
            ? "Member must not be null"
            : "Member must satisfy enum value set: "
                + constants.stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(", ", "[", "]"));
    return new ValidationException(
        "1 validation error detected: Value "
            + (name == null ? "null" : "'" + name + "'")
            + " at '"
            + place
            + "' failed to satisfy constraint: "
            + constraint);
  }
}
