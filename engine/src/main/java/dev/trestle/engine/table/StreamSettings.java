package dev.trestle.engine.table;

import java.time.Instant;

/**
 * A table's stream.
 *
 * @param id the id with which the keys of its log records begin; never reused
 * @param label DynamoDB's stream label, the last part of the ARN
 * @param enabled whether records are still added
 */
public record StreamSettings(
    int id, ViewType view, String label, Instant created, boolean enabled) {
  public enum ViewType {
    NEW_AND_OLD_IMAGES,
    NEW_IMAGE,
    OLD_IMAGE,
    KEYS_ONLY
  }

  /** Returns the same stream, disabled. */
  public StreamSettings disabled() {
    return new StreamSettings(id, view, label, created, false);
  }
}
