package dev.trestle.dynamodb;

import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.item.InvalidValueException;
import java.util.function.Supplier;

/**
 * What both faces find wrong with a request before it is an operation of the engine, in DynamoDB's
 * words.
 */
public final class RequestFaults {
  /** Bound while a request is read only for its constraints. */
  private static final ScopedValue<Boolean> PASSED_OVER = ScopedValue.newInstance();

  private RequestFaults() {}

  /**
   * Reads a request with a faulty value once more, passing over such values, for the constraints
   * that it breaks beside: DynamoDB tells these first.
   */
  public static void constraintsFirst(Supplier<? extends Operation<?>> again) {
    ScopedValue.where(PASSED_OVER, true).run(() -> again.get().constraints());
  }

  /** A faulty value is to be passed over; otherwise it is thrown. */
  public static void passOver(InvalidValueException fault) {
    if (!PASSED_OVER.isBound()) throw fault;
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

  /** A fault of the value that a placeholder of an expression stands for. */
  public static InvalidValueException atPlaceholder(String name, InvalidValueException fault) {
    return new InvalidValueException(
        "ExpressionAttributeValues contains invalid value: "
            + fault.getMessage()
            + " for key "
            + name);
  }

  /** An element of a transaction is to do nothing, or more than one thing. */
  public static Refusal notOneAction() {
    return new Refusal.ValidationException(
        "TransactItems can only contain one of Check, Put, Update or Delete");
  }
}
