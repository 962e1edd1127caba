package dev.trestle.ecobid.model;

/** How far an item has come. The code stands in keys and never changes. */
public enum Status {
  AVAILABLE("available"),
  RESERVED("reserved"),
  CONFIRMED("confirmed"),
  PICKED_UP("picked_up"),
  COMPLETED("completed"),
  EXPIRED("expired");

  private final String code;

  Status(String code) {
    this.code = code;
  }

  public String code() {
    return code;
  }
}
