package dev.trestle.conformance.clients;

import static dev.trestle.conformance.clients.Orders.TABLE;
import static dev.trestle.conformance.clients.Orders.key;
import static dev.trestle.conformance.clients.Orders.n;
import static dev.trestle.conformance.clients.Orders.with;

import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Transactions: written, repeated by their token, cancelled with reasons, read. */
record TransactionChapter(DynamoDbClient db, Telling telling) {
  void tell() {
    var put = put(1, 5);
    var token = UUID.randomUUID().toString();
    var writes =
        TransactWriteItemsRequest.builder()
            .transactItems(put, put(2, 0))
            .clientRequestToken(token)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    telling.tell("transactions.written", db.transactWriteItems(writes).consumedCapacity());
    telling.tell(
        "transactions.repeated",
        db.transactWriteItems(writes).consumedCapacity().stream()
            .map(ConsumedCapacity::readCapacityUnits)
            .toList());
    telling.refused(
        "transactions.other-with-token",
        () -> db.transactWriteItems(r -> r.transactItems(put).clientRequestToken(token)));
    var check =
        TransactWriteItem.builder()
            .conditionCheck(c ->
                c.tableName(TABLE)
                    .key(key("tx", 3))
                    .conditionExpression("attribute_exists(customer)"))
            .build();
    var delete =
        TransactWriteItem.builder().delete(d -> d.tableName(TABLE).key(key("tx", 4))).build();
    telling.refused(
        "transactions.cancelled",
        () -> db.transactWriteItems(r -> r.transactItems(takeOne(1), takeOne(2), check, delete)));
    telling.refused(
        "transactions.same-item", () -> db.transactWriteItems(r -> r.transactItems(put, put)));
    var read =
        db.transactGetItems(r ->
            r.transactItems(
                get(Get.builder().key(key("tx", 2))),
                get(Get.builder().key(key("tx", 3))),
                get(Get.builder().key(key("tx", 1)).projectionExpression("stock"))));
    telling.tell("transactions.read", read.responses());
  }

  private static TransactWriteItem put(int order, int stock) {
    var item = with(key("tx", order), Map.of("stock", n(stock)));
    return TransactWriteItem.builder().put(p -> p.tableName(TABLE).item(item)).build();
  }

  private static TransactWriteItem takeOne(int order) {
    return TransactWriteItem.builder()
        .update(u ->
            u.tableName(TABLE)
                .key(key("tx", order))
                .updateExpression("SET stock = stock - :one")
                .conditionExpression("stock >= :one")
                .expressionAttributeValues(Map.of(":one", n(1)))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }

  private static TransactGetItem get(Get.Builder get) {
    return TransactGetItem.builder().get(get.tableName(TABLE).build()).build();
  }
}
