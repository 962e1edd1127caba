package dev.trestle.engine.operation;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
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
    return length(path, name, NAME_MIN, NAME_MAX).letters(path, name);
  }

  /** The name of a table that must be there, where DynamoDB takes the shortest ones too. */
  Constraints table(String path, @Nullable String value) {
    if (value == null) return required(path, null);
    var name = TableNames.resolve(value);
    length(path, name, 1, NAME_MAX);
    return name.isEmpty() ? this : letters(path, name);
  }

  /** Whether this could name a table, by itself or as an ARN. */
  static boolean isName(String value) {
    var name = TableNames.resolve(value);
    return hasNameLetters(name) && name.length() >= NAME_MIN && name.length() <= NAME_MAX;
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

  /** A map of lists, one of which is empty. */
  Constraints mapValueIsEmpty(String path, String key) {
    broken(
        "'{" + key + "=[]}'",
        path,
        "Map value must satisfy constraint: [Member must have length less than or equal to "
            + Limits.BATCH_WRITE_ITEMS
            + ", Member must have length greater than or equal to 1]");
    return this;
  }

  /** An index's name, which must be there. */
  Constraints indexName(String path, @Nullable String value) {
    return value == null ? required(path, null) : optionalName(path, value);
  }

  /** The name of an index that may be absent. */
  Constraints optionalName(String path, @Nullable String value) {
    return length(path, value, NAME_MIN, NAME_MAX).letters(path, value);
  }

  /** The name after which a list of tables goes on; its faults come in another order. */
  Constraints startName(String path, @Nullable String value) {
    return letters(path, value).length(path, value, NAME_MIN, NAME_MAX);
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

  /** The actions of a transaction. Too many of them DynamoDB does not show. */
  Constraints actions(@Nullable Collection<?> actions) {
    if (actions != null && actions.size() > Limits.TRANSACTION_ITEMS) {
      faults.add(
          "Value at 'TransactItems' failed to satisfy constraint: Member must have length less than"
              + " or equal to "
              + Limits.TRANSACTION_ITEMS);
      return this;
    }
    return count("transactItems", actions, "[]", 1, Limits.TRANSACTION_ITEMS);
  }

  /** AttributesToGet, where it is given. */
  Constraints attributesToGet(String path, @Nullable List<String> names) {
    var shown = names == null ? "" : "[" + String.join(", ", names) + "]";
    return count(path, names, shown, 1, 255);
  }

  /** What {@link #NAME} says of a name, without the cost of a matcher on every request. */
  private static boolean hasNameLetters(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letter && c != '_' && c != '.' && c != '-') return false;
    }
    return !name.isEmpty();
  }

  private Constraints letters(String path, @Nullable String name) {
    return name == null || hasNameLetters(name) ? this : pattern(path, name, NAME);
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

  /** A statement of PartiQL among others, with its parameters. */
  Constraints statement(String at, @Nullable String statement, @Nullable List<Value> parameters) {
    return required(at + "statement", statement)
        .length(at + "statement", statement, 1, Limits.STATEMENT_CHARACTERS)
        .count(at + "parameters", parameters, "[]", 1, Integer.MAX_VALUE);
  }

  Constraints consumedCapacity(@Nullable String returned) {
    return oneOf("returnConsumedCapacity", returned, "INDEXES", "TOTAL", "NONE");
  }

  /** What writes of items may be asked to return, but for the consumed capacity. */
  Constraints returns(ReturnOptions returns) {
    return oneOf("returnItemCollectionMetrics", returns.itemCollectionMetrics(), "SIZE", "NONE")
        .oneOf(
            "returnValues",
            returns.values(),
            "ALL_NEW",
            "UPDATED_OLD",
            "ALL_OLD",
            "NONE",
            "UPDATED_NEW")
        .onConditionCheckFailure(
            "returnValuesOnConditionCheckFailure", returns.valuesOnConditionCheckFailure());
  }

  /** What a condition that fails may be asked to show. */
  Constraints onConditionCheckFailure(String path, @Nullable String value) {
    return oneOf(path, value, "ALL_OLD", "NONE");
  }

  /** A fault that DynamoDB tells alone and without what it found there. */
  static ValidationException wrongLength(String path, String relation, int bound) {
    return new ValidationException(
        "1 validation error detected: Value at '"
            + path
            + "' failed to satisfy constraint: Member must have length "
            + relation
            + " than or equal to "
            + bound);
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
