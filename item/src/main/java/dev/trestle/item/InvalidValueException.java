package dev.trestle.item;

/**
 * Thrown when something that is not a DynamoDB value is offered as one. The message is DynamoDB's
 * own text, ready to be the message of a ValidationException.
 */
public final class InvalidValueException extends RuntimeException {
  public InvalidValueException(String message) {
    super(message, null, false, false);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
