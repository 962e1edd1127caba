package dev.trestle.dynamodb.wire;

/**
 * The body is not JSON, or a member of it has another type than the protocol says. DynamoDB's name
 * for it is SerializationException.
 */
final class MalformedRequest extends RuntimeException {
  MalformedRequest(String message) {
    super(message, null, false, false);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
