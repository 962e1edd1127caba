package dev.trestle.homeops.model;

/** A member of one household. Somebody who lives in two households has two ids. */
public record MemberId(long value) {
  /** Reads the digits that {@link #toString} writes. */
  public static MemberId of(String digits) {
    return new MemberId(Long.parseLong(digits));
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
