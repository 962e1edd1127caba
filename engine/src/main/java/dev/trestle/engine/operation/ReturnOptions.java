package dev.trestle.engine.operation;

import org.jspecify.annotations.Nullable;

/**
 * What an item operation is asked to answer beside doing its work, as it came.
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

  public static ReturnOptions ofCapacity(@Nullable String consumedCapacity) {
    return new ReturnOptions(null, consumedCapacity, null, null);
  }

  /** Whether a refusal by the condition is to show the item as it is. */
  boolean showsRefusedItem() {
    return "ALL_OLD".equals(valuesOnConditionCheckFailure);
  }
}
