package dev.trestle.homeops.model;

/** A promise. The value is {@code prm_} and a ULID that begins with the time of its message. */
public record PromiseId(String value) {
  public static final String PREFIX = "prm_";

  @Override
  public String toString() {
    return value;
  }
}
