package dev.trestle.dynamodb.embedded;

import dev.trestle.dynamodb.RequestErrors;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.operation.BatchGetItem;
import dev.trestle.engine.operation.BatchWriteItem;
import dev.trestle.engine.operation.TransactGetItems;
import dev.trestle.engine.operation.TransactWriteItems;
import dev.trestle.engine.operation.TransactWriteItems.Action;
import dev.trestle.engine.operation.TransactWriteItems.Kind;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Turns batches and transactions into operations. */
final class MultiItemRequests {
  private MultiItemRequests() {}

  static BatchGetItem batchGet(BatchGetItemRequest request) {
    return new BatchGetItem(
        SdkCollections.each(request.requestItems(), MultiItemRequests::keys),
        request.returnConsumedCapacityAsString());
  }

  private static BatchGetItem.KeysAndAttributes keys(KeysAndAttributes wanted) {
    return new BatchGetItem.KeysAndAttributes(
        SdkCollections.each(wanted.keys(), SdkValues::item),
        wanted.consistentRead(),
        ItemRequests.projection(wanted.projectionExpression(), wanted.expressionAttributeNames()),
        ItemRequests.attributesToGet(wanted.attributesToGet()));
  }

  static BatchWriteItem batchWrite(BatchWriteItemRequest request) {
    return new BatchWriteItem(
        SdkCollections.each(request.requestItems(), MultiItemRequests::writes),
        request.returnConsumedCapacityAsString(),
        request.returnItemCollectionMetricsAsString());
  }

  private static List<BatchWriteItem.WriteRequest> writes(List<WriteRequest> writes) {
    var each = SdkCollections.each(writes, MultiItemRequests::write);
    return each == null ? List.of() : each;
  }

  private static BatchWriteItem.WriteRequest write(WriteRequest write) {
    var put = write.putRequest();
    var delete = write.deleteRequest();
    return new BatchWriteItem.WriteRequest(
        put == null ? null : SdkValues.item(put.item()),
        delete == null ? null : SdkValues.item(delete.key()));
  }

  static TransactGetItems transactGet(TransactGetItemsRequest request) {
    return new TransactGetItems(
        SdkCollections.each(request.transactItems(), MultiItemRequests::get),
        request.returnConsumedCapacityAsString());
  }

  private static TransactGetItems.Get get(TransactGetItem item) {
    var get = item.get();
    if (get == null) return new TransactGetItems.Get(null, null, Expressions.NONE);
    return new TransactGetItems.Get(
        get.tableName(),
        ItemRequests.item(get.key()),
        ItemRequests.projection(get.projectionExpression(), get.expressionAttributeNames()));
  }

  static TransactWriteItems transactWrite(TransactWriteItemsRequest request) {
    return new TransactWriteItems(
        SdkCollections.each(request.transactItems(), MultiItemRequests::action),
        request.clientRequestToken(),
        request.returnConsumedCapacityAsString(),
        request.returnItemCollectionMetricsAsString());
  }

  private static Action action(TransactWriteItem item) {
    var put = item.put();
    var update = item.update();
    var delete = item.delete();
    var check = item.conditionCheck();
    int given =
        (put == null ? 0 : 1)
            + (update == null ? 0 : 1)
            + (delete == null ? 0 : 1)
            + (check == null ? 0 : 1);
    if (given == 1) {
      if (put != null) return put(put);
      if (update != null) return update(update);
      if (delete != null) return delete(delete);
      if (check != null) return check(check);
    }
    throw RequestErrors.notOneAction();
  }

  private static Action put(Put put) {
    return new Action(
        Kind.PUT,
        put.tableName(),
        ItemRequests.item(put.item()),
        ItemRequests.expressions(
            put.conditionExpression(),
            null,
            put.expressionAttributeNames(),
            put.expressionAttributeValues()),
        put.returnValuesOnConditionCheckFailureAsString());
  }

  private static Action update(Update update) {
    return new Action(
        Kind.UPDATE,
        update.tableName(),
        ItemRequests.item(update.key()),
        ItemRequests.expressions(
            update.conditionExpression(),
            update.updateExpression(),
            update.expressionAttributeNames(),
            update.expressionAttributeValues()),
        update.returnValuesOnConditionCheckFailureAsString());
  }

  private static Action delete(Delete delete) {
    return new Action(
        Kind.DELETE,
        delete.tableName(),
        ItemRequests.item(delete.key()),
        ItemRequests.expressions(
            delete.conditionExpression(),
            null,
            delete.expressionAttributeNames(),
            delete.expressionAttributeValues()),
        delete.returnValuesOnConditionCheckFailureAsString());
  }

  private static Action check(ConditionCheck check) {
    return new Action(
        Kind.CONDITION_CHECK,
        check.tableName(),
        ItemRequests.item(check.key()),
        ItemRequests.expressions(
            check.conditionExpression(),
            null,
            check.expressionAttributeNames(),
            check.expressionAttributeValues()),
        check.returnValuesOnConditionCheckFailureAsString());
  }
}
