package dev.trestle.design.check;

import dev.trestle.model.SourceLocation;

/**
 * A finding of a check.
 *
 * @param check the stable name of the check
 * @param subject a pattern's id, an entity, a table or an index
 * @param place where the subject is declared
 * @param message what is wrong
 * @param remedy how to fix it
 */
public record Finding(
    String check,
    Severity severity,
    String subject,
    SourceLocation place,
    String message,
    String remedy) {

  /** The severity. */
  public enum Severity {
    /** The design does not do what it says, or loses or mixes up data. */
    FAULT,
    /** It works until something happens that must be expected. */
    WARNING,
    /** Worth knowing; no action is needed. */
    NOTE
  }

  @Override
  public String toString() {
    return "%s %s: %s (%s)%n  %s%n  Fix: %s"
        .formatted(severity, check, subject, place, message, remedy);
  }
}
