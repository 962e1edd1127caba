package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.operation.DeleteItem;
import dev.trestle.engine.operation.GetItem;
import dev.trestle.engine.operation.PutItem;
import dev.trestle.engine.operation.Query;
import dev.trestle.engine.operation.Scan;
import dev.trestle.engine.operation.UpdateItem;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.item.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Turns requests for items of one table into operations. Absent parameters are null. */
final class ItemRequests {
  private ItemRequests() {}

  static GetItem get(GetItemRequest request) {
    return new GetItem(
        request.tableName(),
        item(request.key()),
        request.consistentRead(),
        projection(request.projectionExpression(), request.expressionAttributeNames()),
        attributesToGet(request.attributesToGet()),
        request.returnConsumedCapacityAsString());
  }

  static PutItem put(PutItemRequest request) {
    return new PutItem(
        request.tableName(),
        item(request.item()),
        expressions(
            request.conditionExpression(),
            null,
            request.expressionAttributeNames(),
            request.expressionAttributeValues()),
        LegacyRequests.expected(request.expected(), request.conditionalOperatorAsString()),
        returns(
            request.returnValuesAsString(),
            request.returnConsumedCapacityAsString(),
            request.returnItemCollectionMetricsAsString(),
            request.returnValuesOnConditionCheckFailureAsString()));
  }

  static UpdateItem update(UpdateItemRequest request) {
    return new UpdateItem(
        request.tableName(),
        item(request.key()),
        expressions(
            request.conditionExpression(),
            request.updateExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues()),
        LegacyRequests.update(request),
        returns(
            request.returnValuesAsString(),
            request.returnConsumedCapacityAsString(),
            request.returnItemCollectionMetricsAsString(),
            request.returnValuesOnConditionCheckFailureAsString()));
  }

  static DeleteItem delete(DeleteItemRequest request) {
    return new DeleteItem(
        request.tableName(),
        item(request.key()),
        expressions(
            request.conditionExpression(),
            null,
            request.expressionAttributeNames(),
            request.expressionAttributeValues()),
        LegacyRequests.expected(request.expected(), request.conditionalOperatorAsString()),
        returns(
            request.returnValuesAsString(),
            request.returnConsumedCapacityAsString(),
            request.returnItemCollectionMetricsAsString(),
            request.returnValuesOnConditionCheckFailureAsString()));
  }

  static Query query(QueryRequest request) {
    return new Query(
        request.tableName(),
        request.indexName(),
        new Expressions(
            null,
            null,
            request.keyConditionExpression(),
            request.filterExpression(),
            request.projectionExpression(),
            SdkCollections.map(request.expressionAttributeNames()),
            placeholders(request.expressionAttributeValues())),
        LegacyRequests.query(request),
        request.selectAsString(),
        request.limit(),
        request.consistentRead(),
        request.scanIndexForward(),
        item(request.exclusiveStartKey()),
        request.returnConsumedCapacityAsString());
  }

  static Scan scan(ScanRequest request) {
    return new Scan(
        request.tableName(),
        request.indexName(),
        new Expressions(
            null,
            null,
            null,
            request.filterExpression(),
            request.projectionExpression(),
            SdkCollections.map(request.expressionAttributeNames()),
            placeholders(request.expressionAttributeValues())),
        LegacyRequests.scan(request),
        request.selectAsString(),
        request.limit(),
        request.consistentRead(),
        request.segment(),
        request.totalSegments(),
        item(request.exclusiveStartKey()),
        request.returnConsumedCapacityAsString());
  }

  static Expressions expressions(
      @Nullable String condition,
      @Nullable String update,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    var namesGiven = SdkCollections.map(names);
    var valuesGiven = placeholders(values);
    if (condition == null && update == null && namesGiven == null && valuesGiven == null) {
      return Expressions.NONE;
    }
    return Expressions.ofUpdate(update, condition, namesGiven, valuesGiven);
  }

  static Expressions projection(@Nullable String projection, Map<String, String> names) {
    var given = SdkCollections.map(names);
    if (projection == null && given == null) return Expressions.NONE;
    return Expressions.ofProjection(projection, given);
  }

  static LegacyParameters attributesToGet(List<String> names) {
    var given = SdkCollections.list(names);
    return given == null ? LegacyParameters.NONE : LegacyParameters.ofAttributesToGet(given);
  }

  private static ReturnOptions returns(
      @Nullable String values,
      @Nullable String capacity,
      @Nullable String metrics,
      @Nullable String onFailure) {
    if (values == null && capacity == null && metrics == null && onFailure == null) {
      return ReturnOptions.NONE;
    }
    return new ReturnOptions(values, capacity, metrics, onFailure);
  }

  static @Nullable Item item(Map<String, AttributeValue> fields) {
    return fields instanceof SdkAutoConstructMap ? null : SdkValues.item(fields);
  }

  private static @Nullable Item placeholders(Map<String, AttributeValue> values) {
    return values instanceof SdkAutoConstructMap ? null : SdkValues.placeholders(values);
  }
}
