package dev.trestle.engine.transfer;

import java.time.Instant;

/**
 * What an incremental export contains: items that changed from a time on (inclusive) until the
 * export's own time (exclusive).
 */
public record ExportIncrement(Instant from, View view) {
  /** Which images of an item are exported. The names are DynamoDB's. */
  public enum View {
    NEW_IMAGE,
    NEW_AND_OLD_IMAGES
  }
}
