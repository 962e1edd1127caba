package dev.trestle.model;

/**
 * A finding that a system accepts.
 *
 * @param check the id of the check
 * @param subject what the finding is about: a pattern's id, an entity, a table
 */
public record AcceptedFinding(String check, String subject, String reason, SourceLocation place) {
  public AcceptedFinding {
    if (reason.isBlank()) {
      throw new IllegalArgumentException(
          "%s about %s is accepted without a reason.".formatted(check, subject));
    }
  }
}
