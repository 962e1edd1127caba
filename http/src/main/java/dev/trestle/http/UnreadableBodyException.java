package dev.trestle.http;

/**
 * Thrown to a handler that asks for a body which cannot be read. It passes this on: the connection
 * writes the error response.
 */
public final class UnreadableBodyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final RequestError error;

  UnreadableBodyException(RequestError error) {
    super(error.name(), null, false, false);
    this.error = error;
  }

  RequestError error() {
    return error;
  }
}
