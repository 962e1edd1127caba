package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.expression.LegacyParameters.AttributeUpdate;
import dev.trestle.engine.expression.LegacyParameters.Comparison;
import dev.trestle.engine.expression.LegacyParameters.ExpectedAttribute;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Reads the legacy parameters that requests had before there were expressions. */
final class LegacyRequests {
  private LegacyRequests() {}

  static LegacyParameters expected(
      Map<String, ExpectedAttributeValue> expected, @Nullable String operator) {
    var given = SdkCollections.each(expected, LegacyRequests::expected);
    if (given == null && operator == null) return LegacyParameters.NONE;
    return LegacyParameters.ofExpected(given, operator);
  }

  static LegacyParameters update(UpdateItemRequest request) {
    var updates = SdkCollections.each(request.attributeUpdates(), LegacyRequests::update);
    if (updates == null) return expected(request.expected(), request.conditionalOperatorAsString());
    return new LegacyParameters(
        SdkCollections.each(request.expected(), LegacyRequests::expected),
        updates,
        null,
        null,
        null,
        request.conditionalOperatorAsString());
  }

  static LegacyParameters query(QueryRequest request) {
    return of(
        SdkCollections.each(request.keyConditions(), LegacyRequests::comparison),
        SdkCollections.each(request.queryFilter(), LegacyRequests::comparison),
        SdkCollections.list(request.attributesToGet()),
        request.conditionalOperatorAsString());
  }

  static LegacyParameters scan(ScanRequest request) {
    return of(
        null,
        SdkCollections.each(request.scanFilter(), LegacyRequests::comparison),
        SdkCollections.list(request.attributesToGet()),
        request.conditionalOperatorAsString());
  }

  private static LegacyParameters of(
      @Nullable Map<String, Comparison> keyConditions,
      @Nullable Map<String, Comparison> filter,
      @Nullable List<String> attributesToGet,
      @Nullable String operator) {
    if (keyConditions == null && filter == null && attributesToGet == null && operator == null) {
      return LegacyParameters.NONE;
    }
    return new LegacyParameters(null, null, keyConditions, filter, attributesToGet, operator);
  }

  private static ExpectedAttribute expected(ExpectedAttributeValue expected) {
    return new ExpectedAttribute(
        value(expected.value()),
        expected.exists(),
        expected.comparisonOperatorAsString(),
        SdkValues.values(expected.attributeValueList()));
  }

  private static AttributeUpdate update(AttributeValueUpdate update) {
    return new AttributeUpdate(value(update.value()), update.actionAsString());
  }

  private static Comparison comparison(Condition condition) {
    return new Comparison(
        condition.comparisonOperatorAsString(), SdkValues.values(condition.attributeValueList()));
  }

  private static @Nullable Value value(@Nullable AttributeValue value) {
    return value == null ? null : SdkValues.value(value);
  }
}
