package dev.trestle.engine.request;

import org.jspecify.annotations.Nullable;

/**
 * What a write is asked to return, as received.
 *
 * @param values ReturnValues
 * @param valuesOnConditionCheckFailure ReturnValuesOnConditionCheckFailure
 */
public record ReturnOptions(
    @Nullable String values,
    @Nullable String consumedCapacity,
    @Nullable String itemCollectionMetrics,
    @Nullable String valuesOnConditionCheckFailure) {
  public static final ReturnOptions NONE = new ReturnOptions(null, null, null, null);

  /** Returns whether a failed condition returns the existing item. */
  public boolean showsRefusedItem() {
    return "ALL_OLD".equals(valuesOnConditionCheckFailure);
  }
}
