package dev.trestle.model.check;

import dev.trestle.model.Place;

/**
 * Something that a check found.
 *
 * @param check the stable name of the check
 * @param subject what it is about: a pattern's id, an entity, a table, an index
 * @param place where that is declared
 * @param message what is wrong
 * @param remedy what would mend it
 */
public record Finding(
    String check, Severity severity, String subject, Place place, String message, String remedy) {

  /** How much it matters. */
  public enum Severity {
    /** The design does not do what it says, or loses or mixes up data. */
    FAULT,
    /** It works until something happens that should be expected. */
    WARNING,
    /** Worth knowing; nothing has to be done. */
    NOTE
  }

  @Override
  public String toString() {
    return "%s %s: %s (%s)%n  %s%n  mend: %s"
        .formatted(severity, check, subject, place, message, remedy);
  }
}
