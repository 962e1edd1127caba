package dev.trestle.dynamodb.json;

/**
 * The body is not JSON, or a member has the wrong type. DynamoDB returns it as a
 * SerializationException.
 */
public final class SerializationException extends RuntimeException {
  public SerializationException(String message) {
    super(message, null, false, false);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
