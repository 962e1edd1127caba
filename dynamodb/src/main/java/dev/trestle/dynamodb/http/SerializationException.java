package dev.trestle.dynamodb.http;

/**
 * The body is not JSON, or a member has the wrong type. DynamoDB returns it as a
 * SerializationException.
 */
final class SerializationException extends RuntimeException {
  SerializationException(String message) {
    super(message, null, false, false);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
