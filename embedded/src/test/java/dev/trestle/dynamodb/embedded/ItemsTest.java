package dev.trestle.dynamodb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ComparisonOperator;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Each operation on items once through the client: requests and responses are converted completely.
 */
class ItemsTest {
  private Trestle trestle;
  private DynamoDbClient client;

  @BeforeEach
  void open() {
    trestle = Trestle.inMemory();
    client = trestle.client();
    Samples.createTable(client);
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  @Test
  void an_item_that_was_put_is_got() {
    var item = Samples.item("a", 1, "colour", AttributeValue.fromS("red"));
    client.putItem(r -> r.tableName(Samples.TABLE).item(item));

    var found = client.getItem(r -> r.tableName(Samples.TABLE).key(Samples.key("a", 1)));
    var missing = client.getItem(r -> r.tableName(Samples.TABLE).key(Samples.key("a", 2)));

    assertThat(found.item()).isEqualTo(item);
    assertThat(missing.hasItem()).isFalse();
  }

  @Test
  void keys_with_unpaired_surrogates_do_not_become_one_item() {
    for (var half : List.of("\ud83d", "\ude00", "a\ud83db")) {
      assertThatThrownBy(
              () -> client.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item(half, 1))))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("unpaired surrogate");
      assertThatThrownBy(
              () -> client.getItem(r -> r.tableName(Samples.TABLE).key(Samples.key(half, 1))))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("unpaired surrogate");
    }
  }

  @Test
  void a_response_has_a_request_id_and_a_status() {
    var response = client.getItem(r -> r.tableName(Samples.TABLE).key(Samples.key("a", 1)));

    assertThat(response.responseMetadata().requestId()).matches("[A-Z0-9]{52}");
    assertThat(response.sdkHttpResponse().isSuccessful()).isTrue();
  }

  @Test
  void a_projection_shows_only_what_it_names() {
    var item = Samples.item("a", 1, "colour", AttributeValue.fromS("red"));
    client.putItem(r -> r.tableName(Samples.TABLE).item(item));

    var found =
        client.getItem(r ->
            r.tableName(Samples.TABLE)
                .key(Samples.key("a", 1))
                .consistentRead(true)
                .projectionExpression("#c")
                .expressionAttributeNames(Map.of("#c", "colour")));

    assertThat(found.item()).isEqualTo(Map.of("colour", AttributeValue.fromS("red")));
  }

  @Test
  void capacity_is_shown_as_it_was_asked_for() {
    var item = Samples.item("a", 1);
    var total =
        client.putItem(r ->
            r.tableName(Samples.TABLE)
                .item(item)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    var indexes =
        client.putItem(r ->
            r.tableName(Samples.TABLE)
                .item(item)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));

    assertThat(total.consumedCapacity().capacityUnits()).isEqualTo(1.0);
    assertThat(total.consumedCapacity().table()).isNull();
    assertThat(total.consumedCapacity().writeCapacityUnits()).isNull();
    assertThat(indexes.consumedCapacity().table().capacityUnits()).isEqualTo(1.0);
    assertThat(indexes.consumedCapacity().hasGlobalSecondaryIndexes()).isFalse();
  }

  @Test
  void an_update_gives_back_what_it_made() {
    var response =
        client.updateItem(r ->
            r.tableName(Samples.TABLE)
                .key(Samples.key("a", 1))
                .updateExpression("ADD visits :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
                .returnValues(ReturnValue.UPDATED_NEW));

    assertThat(response.attributes()).isEqualTo(Map.of("visits", AttributeValue.fromN("1")));
  }

  @Test
  void a_deleted_item_is_given_back_and_gone() {
    var item = Samples.item("a", 1);
    client.putItem(r -> r.tableName(Samples.TABLE).item(item));

    var deleted =
        client.deleteItem(r ->
            r.tableName(Samples.TABLE).key(Samples.key("a", 1)).returnValues(ReturnValue.ALL_OLD));

    assertThat(deleted.attributes()).isEqualTo(item);
    assertThat(client.getItem(r -> r.tableName(Samples.TABLE).key(Samples.key("a", 1))).hasItem())
        .isFalse();
  }

  @Test
  void a_failed_condition_shows_the_item_that_stood_in_the_way() {
    var item = Samples.item("a", 1);
    client.putItem(r -> r.tableName(Samples.TABLE).item(item));

    assertThatThrownBy(() ->
            client.putItem(r ->
                r.tableName(Samples.TABLE)
                    .item(item)
                    .conditionExpression("attribute_not_exists(pk)")
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD)))
        .isInstanceOfSatisfying(
            ConditionalCheckFailedException.class, e -> assertThat(e.item()).isEqualTo(item));
  }

  @Test
  void what_was_expected_the_old_way_is_checked() {
    client.putItem(
        r -> r.tableName(Samples.TABLE).item(Samples.item("a", 1, "n", AttributeValue.fromN("5"))));

    assertThatThrownBy(() ->
            client.deleteItem(r ->
                r.tableName(Samples.TABLE)
                    .key(Samples.key("a", 1))
                    .expected(
                        Map.of(
                            "n",
                            Samples.expected(ComparisonOperator.LT, AttributeValue.fromN("5"))))))
        .isInstanceOf(ConditionalCheckFailedException.class);
  }

  @Test
  void a_faulty_value_is_a_validation_exception() {
    assertThatThrownBy(() ->
            client.putItem(r ->
                r.tableName(Samples.TABLE)
                    .item(Samples.item("a", 1, "n", AttributeValue.builder().build()))))
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("ValidationException"));
  }

  @Test
  void a_batch_writes_and_reads() {
    var put = WriteRequest.builder().putRequest(p -> p.item(Samples.item("a", 1))).build();
    var written = client.batchWriteItem(r -> r.requestItems(Map.of(Samples.TABLE, List.of(put))));
    var wanted =
        KeysAndAttributes.builder().keys(List.of(Samples.key("a", 1), Samples.key("b", 1))).build();
    var read = client.batchGetItem(r -> r.requestItems(Map.of(Samples.TABLE, wanted)));

    assertThat(written.unprocessedItems()).isEmpty();
    assertThat(read.responses()).isEqualTo(Map.of(Samples.TABLE, List.of(Samples.item("a", 1))));
    assertThat(read.unprocessedKeys()).isEmpty();
  }

  @Test
  void a_transaction_writes_all_and_is_read_in_order() {
    client.transactWriteItems(r ->
        r.transactItems(Samples.put("a", 1), Samples.put("b", 1), Samples.mustNotExist("c", 1)));

    var read =
        client.transactGetItems(
            r -> r.transactItems(Samples.get("b", 1), Samples.get("c", 1), Samples.get("a", 1)));

    assertThat(read.responses()).hasSize(3);
    assertThat(read.responses().get(0).item()).isEqualTo(Samples.item("b", 1));
    assertThat(read.responses().get(1).hasItem()).isFalse();
    assertThat(read.responses().get(2).item()).isEqualTo(Samples.item("a", 1));
  }

  @Test
  void a_cancelled_transaction_tells_which_action_stood_in_the_way() {
    client.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item("b", 1)));

    assertThatThrownBy(() ->
            client.transactWriteItems(
                r -> r.transactItems(Samples.put("a", 1), Samples.mustNotExist("b", 1))))
        .isInstanceOfSatisfying(
            TransactionCanceledException.class,
            e ->
                assertThat(e.cancellationReasons())
                    .extracting(reason -> reason.code())
                    .containsExactly("None", "ConditionalCheckFailed"));
  }

  @Test
  void an_action_that_does_two_things_is_refused() {
    var both = Samples.put("a", 1).toBuilder().delete(Samples.delete("a", 1).delete()).build();

    assertThatThrownBy(() -> client.transactWriteItems(r -> r.transactItems(both)))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageStartingWith(
            "TransactItems can only contain one of Check, Put, Update or Delete");
  }
}
