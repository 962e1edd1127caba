package dev.trestle.engine.expression;

import dev.trestle.item.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parameters from before expressions existed. They are still part of the API.
 *
 * @param filter QueryFilter or ScanFilter
 */
public record LegacyParameters(
    @Nullable Map<String, ExpectedAttribute> expected,
    @Nullable Map<String, AttributeUpdate> attributeUpdates,
    @Nullable Map<String, Comparison> keyConditions,
    @Nullable Map<String, Comparison> filter,
    @Nullable List<String> attributesToGet,
    @Nullable String conditionalOperator) {
  public static final LegacyParameters NONE =
      new LegacyParameters(null, null, null, null, null, null);

  public static LegacyParameters ofExpected(
      @Nullable Map<String, ExpectedAttribute> expected, @Nullable String conditionalOperator) {
    return new LegacyParameters(expected, null, null, null, null, conditionalOperator);
  }

  public static LegacyParameters ofAttributesToGet(@Nullable List<String> attributesToGet) {
    return new LegacyParameters(null, null, null, null, attributesToGet, null);
  }

  /** The condition of PutItem, UpdateItem or DeleteItem on one attribute. */
  public record ExpectedAttribute(
      @Nullable Value value,
      @Nullable Boolean exists,
      @Nullable String comparisonOperator,
      @Nullable List<Value> attributeValueList) {}

  /** An update of one attribute: PUT, ADD or DELETE. */
  public record AttributeUpdate(@Nullable Value value, @Nullable String action) {}

  /** A comparison of one attribute with a list of values. */
  public record Comparison(
      @Nullable String comparisonOperator, @Nullable List<Value> attributeValueList) {}
}
