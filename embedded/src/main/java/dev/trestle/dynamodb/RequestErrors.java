package dev.trestle.dynamodb;

import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.item.InvalidValueException;
import java.util.function.Supplier;

/**
 * Errors that the in-process client and the HTTP endpoint find in a request before it becomes an
 * operation of the engine, with DynamoDB's messages.
 */
public final class RequestErrors {
  /** Set while the thread reads a request only for its constraints. */
  private static final ThreadLocal<Boolean> IGNORED = ThreadLocal.withInitial(() -> false);

  private RequestErrors() {}

  /**
   * Reads a request again that has an invalid value, ignoring such values, and checks its
   * constraints: DynamoDB reports those first.
   */
  public static void constraintsFirst(Supplier<? extends Operation<?>> again) {
    IGNORED.set(true);
    try {
      again.get().constraints();
    } finally {
      IGNORED.remove();
    }
  }

  /** Throws the error, unless the request is read only for its constraints. */
  public static void throwUnlessIgnored(InvalidValueException error) {
    if (!IGNORED.get()) throw error;
  }

  public static InvalidValueException emptyValue() {
    return new InvalidValueException(
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
  }

  public static InvalidValueException severalTypes() {
    return new InvalidValueException(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
            + " supported datatypes");
  }

  public static InvalidValueException falseNull() {
    return new InvalidValueException(
        "One or more parameter values were invalid: Null attribute value types must have the value"
            + " of true");
  }

  /** An invalid value of a placeholder in an expression. */
  public static InvalidValueException atPlaceholder(String name, InvalidValueException error) {
    return new InvalidValueException(
        "ExpressionAttributeValues contains invalid value: "
            + error.getMessage()
            + " for key "
            + name);
  }

  /** An element of a transaction has no action, or more than one. */
  public static Refusal notOneAction() {
    return new Refusal.ValidationException(
        "TransactItems can only contain one of Check, Put, Update or Delete");
  }
}
