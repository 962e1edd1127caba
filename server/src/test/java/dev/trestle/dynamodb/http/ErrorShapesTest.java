package dev.trestle.dynamodb.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Refusals to the byte: SDKs find the type and the text by these names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorShapesTest {
  private static final String SERVICE = "com.amazonaws.dynamodb.v20120810#";
  private static final String ITEM = "{'pk':{'S':'a'},'sk':{'N':'1'}}";
  private static final String PUT = "{'Put':{'TableName':'samples','Item':" + ITEM + "}}";

  private Trestle trestle;
  private JsonProtocol protocol;

  @BeforeAll
  void open() {
    trestle = Trestle.inMemory();
    Samples.createTable(trestle.client());
    protocol = new JsonProtocol(trestle.engine());
    answer("PutItem", "{'TableName':'samples','Item':" + ITEM + "}");
  }

  @AfterAll
  void close() {
    trestle.close();
  }

  /** The body of the response, with single quotes for readability. */
  private String answer(String operation, String body) {
    var request = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return text(protocol.handle("DynamoDB_20120810." + operation, request));
  }

  private static String text(JsonResponse answer) {
    return new String(answer.body(), StandardCharsets.UTF_8).replace('"', '\'');
  }

  private static String shape(String type, String key, String text) {
    return "{'__type':'" + type + "','" + key + "':'" + text + "'}";
  }

  @Test
  void an_invalid_request_has_a_small_message() {
    assertThat(answer("GetItem", "{'TableName':'samples','Key':{}}"))
        .isEqualTo(
            shape(
                "com.amazon.coral.validate#ValidationException",
                "message",
                "The provided key element does not match the schema"));
  }

  @Test
  void a_missing_table_has_a_small_message() {
    assertThat(answer("GetItem", "{'TableName':'nothing','Key':{}}"))
        .isEqualTo(
            shape(
                SERVICE + "ResourceNotFoundException", "message", "Requested resource not found"));
  }

  @Test
  void a_failed_condition_has_a_small_message_and_the_item_if_asked() {
    var put =
        "{'TableName':'samples','Item':"
            + ITEM
            + ",'ConditionExpression':'attribute_not_exists(pk)'"
            + ",'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}";
    assertThat(answer("PutItem", put))
        .isEqualTo(
            "{'__type':'"
                + SERVICE
                + "ConditionalCheckFailedException','message':'The conditional request"
                + " failed','Item':"
                + ITEM
                + "}");
  }

  @Test
  void a_cancelled_transaction_has_a_capital_message_and_its_reasons() {
    var check =
        "{'ConditionCheck':{'TableName':'samples','Key':{'pk':{'S':'b'},'sk':{'N':'1'}},"
            + "'ConditionExpression':'attribute_exists(pk)'}}";
    assertThat(answer("TransactWriteItems", "{'TransactItems':[" + PUT + "," + check + "]}"))
        .isEqualTo(
            "{'__type':'"
                + SERVICE
                + "TransactionCanceledException','Message':'Transaction cancelled, please refer"
                + " cancellation reasons for specific reasons [None, ConditionalCheckFailed]',"
                + "'CancellationReasons':[{'Code':'None'},{'Code':'ConditionalCheckFailed',"
                + "'Message':'The conditional request failed'}]}");
  }

  @Test
  void a_token_of_another_request_has_a_capital_message() {
    var token = "'ClientRequestToken':'once'";
    answer("TransactWriteItems", "{" + token + ",'TransactItems':[" + PUT + "]}");
    var other = PUT.replace("'N':'1'", "'N':'2'");
    assertThat(answer("TransactWriteItems", "{" + token + ",'TransactItems':[" + other + "]}"))
        .startsWith("{'__type':'" + SERVICE + "IdempotentParameterMismatchException','Message':'");
  }

  @Test
  void a_transaction_under_way_has_a_capital_message() {
    assertThat(text(ErrorResponses.of(new Refusal.TransactionInProgressException())))
        .startsWith("{'__type':'" + SERVICE + "TransactionInProgressException','Message':'");
  }

  @Test
  void a_conflict_with_a_transaction_has_a_small_message() {
    assertThat(text(ErrorResponses.of(new Refusal.TransactionConflictException())))
        .startsWith("{'__type':'" + SERVICE + "TransactionConflictException','message':'");
  }

  @Test
  void what_cannot_be_read_has_a_capital_message() {
    assertThat(answer("GetItem", "{'TableName':1}"))
        .isEqualTo(
            shape(
                "com.amazon.coral.service#SerializationException",
                "Message",
                "NUMBER_VALUE cannot be converted to String"));
  }

  @Test
  void several_faults_are_counted_and_joined_before_the_table_is_looked_up() {
    assertThat(
            answer(
                "PutItem",
                "{'TableName':'nothing','ReturnConsumedCapacity':'X','ReturnValues':'Y'}"))
        .isEqualTo(
            shape(
                "com.amazon.coral.validate#ValidationException",
                "message",
                "3 validation errors detected: Value 'X' at 'returnConsumedCapacity' failed to"
                    + " satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL,"
                    + " NONE]; Value 'Y' at 'returnValues' failed to satisfy constraint: Member"
                    + " must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE,"
                    + " UPDATED_NEW]; Value null at 'item' failed to satisfy constraint: Member"
                    + " must not be null"));
  }

  @Test
  void bad_base64_is_the_clients_fault() {
    for (var text : new String[] {"abc", "a===", "ab*=", "====", "å==="}) {
      assertThat(answer("GetItem", "{'TableName':'samples','Key':{'pk':{'B':'" + text + "'}}}"))
          .as(text)
          .startsWith("{'__type':'com.amazon.coral.service#SerializationException','Message':'");
    }
  }
}
