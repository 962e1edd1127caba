package dev.trestle.engine.table;

import java.time.Instant;

/**
 * A table's stream.
 *
 * @param id the number its records are kept under in the log; never used again
 * @param label DynamoDB's stream label, the last part of its ARN
 * @param enabled whether records are still being added
 */
public record StreamSettings(
    int id, ViewType view, String label, Instant created, boolean enabled) {
  public enum ViewType {
    NEW_AND_OLD_IMAGES,
    NEW_IMAGE,
    OLD_IMAGE,
    KEYS_ONLY
  }

  /** The same stream, to which nothing is added any more. */
  public StreamSettings disabled() {
    return new StreamSettings(id, view, label, created, false);
  }
}
