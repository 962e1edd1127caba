package dev.trestle.homeops.model;

/** An activity of a chat. The value is a ULID that begins with the time of its message. */
public record ActivityId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
