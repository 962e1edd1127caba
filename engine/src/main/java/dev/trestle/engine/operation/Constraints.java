package dev.trestle.engine.operation;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a request's members break of the constraints that DynamoDB's service model puts on
 * them. These are reported together and counted, before anything else is looked at. A member is
 * named by its path, such as {@code keySchema.1.member.keyType}.
 */
final class Constraints {
  /** DynamoDB names at most this many faults at a time. */
  private static final int REPORTED_MAX = 10;

  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]+");
  private static final int NAME_MIN = 3;
  private static final int NAME_MAX = 255;

  private final List<String> faults = new ArrayList<>();

  Constraints required(String path, @Nullable Object value) {
    if (value == null) broken("null", path, "Member must not be null");
    return this;
  }

  /** A table's name or ARN, which must be there. */
  Constraints name(String path, @Nullable String value) {
    if (value == null) return required(path, null);
    var name = TableNames.resolve(value);
    return length(path, name, NAME_MIN, NAME_MAX).pattern(path, name, NAME);
  }

  /** Whether this could name a table, by itself or as an ARN. */
  static boolean isName(String value) {
    var name = TableNames.resolve(value);
    return NAME.matcher(name).matches() && name.length() >= NAME_MIN && name.length() <= NAME_MAX;
  }

  /** A map whose keys are table names, not all of them good ones. */
  Constraints mapKeysAreNames(String path, String shown) {
    broken(
        "'" + shown + "'",
        path,
        "Map keys must satisfy constraint: [Member must have length less than or equal to 255,"
            + " Member must have length greater than or equal to 3, Member must satisfy regular"
            + " expression pattern: "
            + NAME.pattern()
            + "]");
    return this;
  }

  /** An index's name, which must be there. */
  Constraints indexName(String path, @Nullable String value) {
    return value == null ? required(path, null) : optionalName(path, value);
  }

  /** The name of an index that may be absent. */
  Constraints optionalName(String path, @Nullable String value) {
    return length(path, value, NAME_MIN, NAME_MAX).pattern(path, value, NAME);
  }

  /** The name after which a list of tables goes on; its faults come in another order. */
  Constraints startName(String path, @Nullable String value) {
    return pattern(path, value, NAME).length(path, value, NAME_MIN, NAME_MAX);
  }

  Constraints oneOf(String path, @Nullable String value, String... allowed) {
    if (value != null && !List.of(allowed).contains(value)) {
      broken(
          "'" + value + "'",
          path,
          "Member must satisfy enum value set: [" + String.join(", ", allowed) + "]");
    }
    return this;
  }

  Constraints atLeast(String path, @Nullable Number value, long least) {
    if (value != null && value.longValue() < least) {
      broken("'" + value + "'", path, "Member must have value greater than or equal to " + least);
    }
    return this;
  }

  Constraints atMost(String path, @Nullable Number value, long most) {
    if (value != null && value.longValue() > most) {
      broken("'" + value + "'", path, "Member must have value less than or equal to " + most);
    }
    return this;
  }

  Constraints length(String path, @Nullable String value, int least, int most) {
    if (value != null && value.length() < least) {
      broken("'" + value + "'", path, "Member must have length greater than or equal to " + least);
    }
    if (value != null && value.length() > most) {
      broken("'" + value + "'", path, "Member must have length less than or equal to " + most);
    }
    return this;
  }

  /** How many elements there may be; DynamoDB shows them as {@code shown}. */
  Constraints count(String path, @Nullable Collection<?> value, String shown, int least, int most) {
    if (value != null && value.size() < least) {
      broken("'" + shown + "'", path, "Member must have length greater than or equal to " + least);
    }
    if (value != null && value.size() > most) {
      broken("'" + shown + "'", path, "Member must have length less than or equal to " + most);
    }
    return this;
  }

  /** AttributesToGet, where it is given. */
  Constraints attributesToGet(String path, @Nullable List<String> names) {
    var shown = names == null ? "" : "[" + String.join(", ", names) + "]";
    return count(path, names, shown, 1, 255);
  }

  Constraints pattern(String path, @Nullable String value, Pattern pattern) {
    if (value != null && !pattern.matcher(value).matches()) {
      broken(
          "'" + value + "'",
          path,
          "Member must satisfy regular expression pattern: " + pattern.pattern());
    }
    return this;
  }

  /** The three members that item operations have in common. */
  Constraints returns(ReturnOptions returns) {
    return oneOf("returnConsumedCapacity", returns.consumedCapacity(), "INDEXES", "TOTAL", "NONE")
        .oneOf("returnItemCollectionMetrics", returns.itemCollectionMetrics(), "SIZE", "NONE")
        .oneOf(
            "returnValues",
            returns.values(),
            "ALL_NEW",
            "UPDATED_OLD",
            "ALL_OLD",
            "NONE",
            "UPDATED_NEW")
        .oneOf(
            "returnValuesOnConditionCheckFailure",
            returns.valuesOnConditionCheckFailure(),
            "ALL_OLD",
            "NONE");
  }

  /** A member that a constraint says is there, once the constraints were checked. */
  static <T> T given(@Nullable T member) {
    if (member == null) throw new IllegalStateException("a required member was not checked");
    return member;
  }

  private void broken(String value, String path, String constraint) {
    faults.add("Value " + value + " at '" + path + "' failed to satisfy constraint: " + constraint);
  }

  /** Requires the last member, throws all that was found, and gives the member back. */
  <T> T present(String path, @Nullable T value) {
    required(path, value).check();
    return Objects.requireNonNull(value);
  }

  /** Throws all that was found as one refusal. */
  void check() {
    if (faults.isEmpty()) return;
    int count = Math.min(faults.size(), REPORTED_MAX);
    throw new ValidationException(
        count
            + " validation error"
            + (count == 1 ? "" : "s")
            + " detected: "
            + String.join("; ", faults.subList(0, count)));
  }
}
