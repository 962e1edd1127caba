package dev.trestle.engine.check;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.request.TableNames;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Collects violations of the constraints in DynamoDB's service model. They are reported together,
 * with their number, before anything else is checked. A member is identified by its path, such as
 * {@code keySchema.1.member.keyType}.
 */
public final class Constraints {
  /** The maximum number of violations that DynamoDB reports at once. */
  private static final int REPORTED_MAX = 10;

  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]+");
  private static final Pattern BUCKET = Pattern.compile("^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$");
  private static final int NAME_MIN = 3;
  private static final int NAME_MAX = 255;

  private final List<String> faults = new ArrayList<>();

  public Constraints required(String path, @Nullable Object value) {
    if (value == null) broken("null", path, "Member must not be null");
    return this;
  }

  /** Requires a table name or ARN. */
  public Constraints name(String path, @Nullable String value) {
    if (value == null) return required(path, null);
    var name = TableNames.resolve(value);
    return length(path, name, NAME_MIN, NAME_MAX).letters(path, name);
  }

  /**
   * Requires a table name or ARN, and accepts names of one or two characters as DynamoDB does here.
   */
  public Constraints table(String path, @Nullable String value) {
    if (value == null) return required(path, null);
    var name = TableNames.resolve(value);
    length(path, name, 1, NAME_MAX);
    return name.isEmpty() ? this : letters(path, name);
  }

  /** Returns whether this is a valid table name or ARN. */
  public static boolean isName(String value) {
    var name = TableNames.resolve(value);
    return hasNameLetters(name) && name.length() >= NAME_MIN && name.length() <= NAME_MAX;
  }

  /** Reports a map whose keys are table names, some of them invalid. */
  public Constraints mapKeysAreNames(String path, String shown) {
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

  /** Reports a map of lists in which one list is too short or too long. */
  public Constraints mapValuesHaveLengths(String path, String shown, int least, int most) {
    broken(
        "'" + shown + "'",
        path,
        "Map value must satisfy constraint: [Member must have length less than or equal to "
            + most
            + ", Member must have length greater than or equal to "
            + least
            + "]");
    return this;
  }

  /** Requires an index name. */
  public Constraints indexName(String path, @Nullable String value) {
    return value == null ? required(path, null) : optionalName(path, value);
  }

  /** Checks an optional index name. */
  public Constraints optionalName(String path, @Nullable String value) {
    return length(path, value, NAME_MIN, NAME_MAX).letters(path, value);
  }

  /**
   * Checks the optional name at which a list of tables continues. DynamoDB reports its violations
   * in a different order.
   */
  public Constraints startName(String path, @Nullable String value) {
    return letters(path, value).length(path, value, NAME_MIN, NAME_MAX);
  }

  public Constraints oneOf(String path, @Nullable String value, String... allowed) {
    if (value != null && !isOneOf(value, allowed)) {
      broken(
          "'" + value + "'",
          path,
          "Member must satisfy enum value set: [" + String.join(", ", allowed) + "]");
    }
    return this;
  }

  /** Each request asks this, so no list is made for it. */
  private static boolean isOneOf(String value, String[] allowed) {
    for (var each : allowed) {
      if (each.equals(value)) return true;
    }
    return false;
  }

  public Constraints atLeast(String path, @Nullable Number value, long least) {
    if (value != null && value.longValue() < least) {
      broken("'" + value + "'", path, "Member must have value greater than or equal to " + least);
    }
    return this;
  }

  public Constraints atMost(String path, @Nullable Number value, long most) {
    if (value != null && value.longValue() > most) {
      broken("'" + value + "'", path, "Member must have value less than or equal to " + most);
    }
    return this;
  }

  public Constraints length(String path, @Nullable String value, int least, int most) {
    if (value != null && value.length() < least) {
      broken("'" + value + "'", path, "Member must have length greater than or equal to " + least);
    }
    if (value != null && value.length() > most) {
      broken("'" + value + "'", path, "Member must have length less than or equal to " + most);
    }
    return this;
  }

  /** Checks the number of elements. DynamoDB quotes them as {@code shown}. */
  public Constraints count(
      String path, @Nullable Collection<?> value, String shown, int least, int most) {
    if (value != null && value.size() < least) {
      broken("'" + shown + "'", path, "Member must have length greater than or equal to " + least);
    }
    if (value != null && value.size() > most) {
      broken("'" + shown + "'", path, "Member must have length less than or equal to " + most);
    }
    return this;
  }

  /** Checks the number of actions in a transaction. DynamoDB quotes each of too many. */
  public <T> Constraints actions(@Nullable Collection<T> actions, Function<T, String> quoted) {
    var shown =
        actions == null || actions.size() <= Limits.TRANSACTION_ITEMS
            ? "[]"
            : actions.stream().map(quoted).collect(Collectors.joining(", ", "[", "]"));
    return count("transactItems", actions, shown, 1, Limits.TRANSACTION_ITEMS);
  }

  /** Checks the optional AttributesToGet. */
  public Constraints attributesToGet(String path, @Nullable List<String> names) {
    var shown = names == null ? "" : "[" + String.join(", ", names) + "]";
    return count(path, names, shown, 1, 255);
  }

  /** Checks a name like {@link #NAME}, but without the cost of a matcher on every request. */
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

  /** Requires the name of a bucket. */
  public Constraints bucket(String path, @Nullable String value) {
    return required(path, value).length(path, value, 0, NAME_MAX).pattern(path, value, BUCKET);
  }

  /** Checks a PartiQL statement and its parameters. */
  public Constraints statement(
      String at, @Nullable String statement, @Nullable List<Value> parameters) {
    return required(at + "statement", statement)
        .length(at + "statement", statement, 1, Limits.STATEMENT_CHARACTERS)
        .count(at + "parameters", parameters, "[]", 1, Integer.MAX_VALUE);
  }

  public Constraints select(@Nullable String select) {
    return oneOf(
        "select",
        select,
        "SPECIFIC_ATTRIBUTES",
        "COUNT",
        "ALL_ATTRIBUTES",
        "ALL_PROJECTED_ATTRIBUTES");
  }

  public Constraints consumedCapacity(@Nullable String returned) {
    return oneOf("returnConsumedCapacity", returned, "INDEXES", "TOTAL", "NONE");
  }

  /** Checks the return options of a write, except the consumed capacity. */
  public Constraints returns(ReturnOptions returns) {
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

  /** Checks ReturnValuesOnConditionCheckFailure. */
  public Constraints onConditionCheckFailure(String path, @Nullable String value) {
    return oneOf(path, value, "ALL_OLD", "NONE");
  }

  /** Returns an error that DynamoDB reports alone and without quoting the value. */
  public static ValidationException wrongLength(String path, String relation, int bound) {
    return new ValidationException(
        "1 validation error detected: Value at '"
            + path
            + "' failed to satisfy constraint: Member must have length "
            + relation
            + " than or equal to "
            + bound);
  }

  /** Returns a required member after the constraints were checked. */
  public static <T> T given(@Nullable T member) {
    if (member == null) throw new IllegalStateException("a required member was not checked");
    return member;
  }

  private void broken(String value, String path, String constraint) {
    faults.add("Value " + value + " at '" + path + "' failed to satisfy constraint: " + constraint);
  }

  /** Requires a member, throws if there was any violation, and returns the member. */
  public <T> T present(String path, @Nullable T value) {
    required(path, value).check();
    return Objects.requireNonNull(value);
  }

  /** Throws one error with all violations, if there are any. */
  public void check() {
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
