package dev.trestle.homeops.model;

import dev.trestle.platform.system.Ids;

/** A household. The value is {@code home_} and a ULID. */
public record HouseholdId(String value) {
  static final String PREFIX = "home_";

  /** A new id. */
  public static HouseholdId next(Ids ids) {
    return new HouseholdId(ids.next(PREFIX));
  }

  @Override
  public String toString() {
    return value;
  }
}
