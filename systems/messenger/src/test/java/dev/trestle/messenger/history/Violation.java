package dev.trestle.messenger.history;

/** A promise that a history shows broken, in words. */
public record Violation(Rule rule, String chat, String what) {
  @Override
  public String toString() {
    return rule.promise() + " — in chat " + chat + ": " + what;
  }
}
