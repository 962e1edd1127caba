package dev.trestle.http;

/** What was received is not a valid request. */
final class BadRequestException extends Exception {
  private final RequestError error;

  BadRequestException(RequestError error) {
    super(error.name(), null, false, false);
    this.error = error;
  }

  RequestError error() {
    return error;
  }
}
