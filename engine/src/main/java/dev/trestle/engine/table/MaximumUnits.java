package dev.trestle.engine.table;

import java.util.Optional;

/**
 * The most units per second that an on-demand table or index may use: DynamoDB's
 * OnDemandThroughput. Empty where there is no maximum; {@link #REMOVED} only in the response to the
 * update that removes it.
 */
public record MaximumUnits(Optional<Long> readUnits, Optional<Long> writeUnits) {
  public static final MaximumUnits NONE = new MaximumUnits(Optional.empty(), Optional.empty());

  /** What a request gives to remove a maximum. */
  public static final long REMOVED = -1;

  public boolean isNone() {
    return equals(NONE);
  }

  /** Returns what is left without the maxima that an update has removed. */
  public MaximumUnits withoutRemoved() {
    return new MaximumUnits(
        readUnits.filter(units -> units != REMOVED), writeUnits.filter(units -> units != REMOVED));
  }
}
