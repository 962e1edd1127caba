package dev.trestle.homeops.model;

/** Where a chat is, or by whose ids somebody is known, such as {@code page} or {@code telegram}. */
public record Source(String value) {
  /** The accounts of this server. */
  public static final Source ACCOUNT = new Source("account");

  @Override
  public String toString() {
    return value;
  }
}
