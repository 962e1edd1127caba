package dev.trestle.http;

/** Ends the reading of a request. */
final class FaultyRequest extends Exception {
  private final Fault fault;

  FaultyRequest(Fault fault) {
    super(fault.name(), null, false, false);
    this.fault = fault;
  }

  Fault fault() {
    return fault;
  }
}
