package dev.trestle.item;

/**
 * Thrown for input that is not a valid DynamoDB value. The message is DynamoDB's own text and can
 * be used for a ValidationException.
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
