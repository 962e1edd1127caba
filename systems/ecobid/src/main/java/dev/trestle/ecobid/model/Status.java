package dev.trestle.ecobid.model;

import java.util.Optional;

/** The state of an item. The code is part of keys and never changes. */
public enum Status {
  AVAILABLE("available"),
  RESERVED("reserved"),
  CONFIRMED("confirmed"),
  PICKED_UP("picked_up"),
  COMPLETED("completed"),
  /** Went stale, or is an auction without a buyer. The giver can list it again. */
  EXPIRED("expired"),
  WITHDRAWN("withdrawn");

  private final String code;

  Status(String code) {
    this.code = code;
  }

  public static Optional<Status> ofCode(String code) {
    for (var status : values()) if (status.code.equals(code)) return Optional.of(status);
    return Optional.empty();
  }

  public String code() {
    return code;
  }
}
