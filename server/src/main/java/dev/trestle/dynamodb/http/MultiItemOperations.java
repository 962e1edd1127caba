package dev.trestle.dynamodb.http;

import static dev.trestle.dynamodb.http.ItemMembers.*;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.dynamodb.RequestErrors;
import dev.trestle.dynamodb.json.JsonItems;
import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.dynamodb.json.JsonStructures;
import dev.trestle.dynamodb.json.Member;
import dev.trestle.dynamodb.json.MemberValues;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.operation.BatchGetItem;
import dev.trestle.engine.operation.BatchGetItem.KeysAndAttributes;
import dev.trestle.engine.operation.BatchWriteItem;
import dev.trestle.engine.operation.BatchWriteItem.WriteRequest;
import dev.trestle.engine.operation.TransactGetItems;
import dev.trestle.engine.operation.TransactGetItems.Get;
import dev.trestle.engine.operation.TransactWriteItems;
import dev.trestle.engine.operation.TransactWriteItems.Action;
import dev.trestle.engine.operation.TransactWriteItems.Kind;
import dev.trestle.engine.result.TransactionResult;
import dev.trestle.item.Item;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Batches and transactions. */
final class MultiItemOperations {
  private static final Member<List<Item>> KEYS =
      new Member<>("Keys", JsonStructures.list(JsonItems::item));
  private static final Member<Map<String, KeysAndAttributes>> KEYS_BY_TABLE =
      new Member<>(
          "RequestItems",
          JsonStructures.map(
              "KeysAndAttributes",
              JsonStructures.structure(
                  "KeysAndAttributes",
                  m ->
                      new KeysAndAttributes(
                          m.get(KEYS), m.get(CONSISTENT_READ), expressions(m), legacy(m)),
                  KEYS,
                  CONSISTENT_READ,
                  PROJECTION,
                  NAMES,
                  ATTRIBUTES_TO_GET)));
  private static final JsonReader<BatchGetItem> BATCH_GET =
      JsonStructures.structure(
          "BatchGetItemInput",
          m -> new BatchGetItem(m.get(KEYS_BY_TABLE), m.get(RETURN_CAPACITY)),
          KEYS_BY_TABLE,
          RETURN_CAPACITY);

  private static final Member<Item> PUT_REQUEST =
      new Member<>(
          "PutRequest", JsonStructures.structure("PutRequest", m -> orEmpty(m, ITEM), ITEM));
  private static final Member<Item> DELETE_REQUEST =
      new Member<>(
          "DeleteRequest", JsonStructures.structure("DeleteRequest", m -> orEmpty(m, KEY), KEY));
  private static final Member<Map<String, List<WriteRequest>>> WRITES_BY_TABLE =
      new Member<>(
          "RequestItems",
          JsonStructures.map(
              "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>",
              JsonStructures.list(
                  JsonStructures.structure(
                      "WriteRequest",
                      m -> new WriteRequest(m.get(PUT_REQUEST), m.get(DELETE_REQUEST)),
                      PUT_REQUEST,
                      DELETE_REQUEST))));
  private static final JsonReader<BatchWriteItem> BATCH_WRITE =
      JsonStructures.structure(
          "BatchWriteItemInput",
          m ->
              new BatchWriteItem(
                  m.get(WRITES_BY_TABLE), m.get(RETURN_CAPACITY), m.get(RETURN_METRICS)),
          WRITES_BY_TABLE,
          RETURN_CAPACITY,
          RETURN_METRICS);

  private static final Member<Get> GET =
      new Member<>(
          "Get",
          JsonStructures.structure(
              "Get",
              m -> new Get(m.get(TABLE_NAME), m.get(KEY), expressions(m)),
              TABLE_NAME,
              KEY,
              PROJECTION,
              NAMES));
  private static final Member<List<Get>> GETS =
      new Member<>(
          "TransactItems",
          JsonStructures.list(
              JsonStructures.structure(
                  "TransactGetItem",
                  m ->
                      Objects.requireNonNullElse(m.get(GET), new Get(null, null, Expressions.NONE)),
                  GET)));
  private static final JsonReader<TransactGetItems> TRANSACT_GET =
      JsonStructures.structure(
          "TransactGetItemsInput",
          m -> new TransactGetItems(m.get(GETS), m.get(RETURN_CAPACITY)),
          GETS,
          RETURN_CAPACITY);

  private static final Map<Kind, Member<Action>> ACTIONS = actions();
  private static final Member<List<Action>> ACTION_LIST =
      new Member<>(
          "TransactItems",
          JsonStructures.list(
              JsonStructures.structure(
                  "TransactWriteItem",
                  MultiItemOperations::onlyAction,
                  ACTIONS.values().toArray(Member<?>[]::new))));
  private static final Member<String> TOKEN = Member.string("ClientRequestToken");
  private static final JsonReader<TransactWriteItems> TRANSACT_WRITE =
      JsonStructures.structure(
          "TransactWriteItemsInput",
          m ->
              new TransactWriteItems(
                  m.get(ACTION_LIST), m.get(TOKEN), m.get(RETURN_CAPACITY), m.get(RETURN_METRICS)),
          ACTION_LIST,
          TOKEN,
          RETURN_CAPACITY,
          RETURN_METRICS);

  static final Map<String, JsonOperation<?>> ALL =
      Map.of(
          "BatchGetItem", JsonOperation.of(BATCH_GET, MultiItemOperations::batchGot),
          "BatchWriteItem", JsonOperation.of(BATCH_WRITE, MultiItemOperations::batchWritten),
          "TransactGetItems", JsonOperation.of(TRANSACT_GET, MultiItemOperations::transactGot),
          "TransactWriteItems",
              JsonOperation.of(TRANSACT_WRITE, MultiItemOperations::transactWritten));

  private MultiItemOperations() {}

  private static Item orEmpty(MemberValues m, Member<Item> member) {
    var item = m.get(member);
    return item == null ? Item.EMPTY : item;
  }

  private static Map<Kind, Member<Action>> actions() {
    var actions = new EnumMap<Kind, Member<Action>>(Kind.class);
    for (var kind : Kind.values()) actions.put(kind, action(kind));
    return actions;
  }

  private static Member<Action> action(Kind kind) {
    var subject = kind == Kind.PUT ? ITEM : KEY;
    return new Member<>(
        kind.text(),
        JsonStructures.structure(
            kind.text(),
            m ->
                new Action(
                    kind,
                    m.get(TABLE_NAME),
                    m.get(subject),
                    expressions(m),
                    m.get(RETURN_ON_FAILURE)),
            TABLE_NAME,
            subject,
            UPDATE,
            CONDITION,
            NAMES,
            VALUES,
            RETURN_ON_FAILURE));
  }

  private static Action onlyAction(MemberValues m) {
    var given = ACTIONS.values().stream().filter(m::has).toList();
    var action = given.size() == 1 ? m.get(given.getFirst()) : null;
    if (action == null) throw RequestErrors.notOneAction();
    return action;
  }

  private static void batchGot(JsonGenerator out, BatchGetItem.Result result) throws IOException {
    out.writeObjectFieldStart("Responses");
    for (var table : result.responses().entrySet()) {
      JsonItems.write(out, table.getKey(), table.getValue());
    }
    out.writeEndObject();
    out.writeObjectFieldStart("UnprocessedKeys");
    for (var table : result.unprocessedKeys().entrySet()) {
      out.writeFieldName(table.getKey());
      unprocessed(out, table.getValue());
    }
    out.writeEndObject();
    JsonCapacity.write(out, result.consumedCapacity(), false);
  }

  private static void unprocessed(JsonGenerator out, KeysAndAttributes asked) throws IOException {
    out.writeStartObject();
    var keys = asked.keys();
    JsonItems.write(out, "Keys", keys == null ? List.of() : keys);
    var consistent = asked.consistentRead();
    if (consistent != null) out.writeBooleanField("ConsistentRead", consistent);
    var projection = asked.expressions().projection();
    if (projection != null) out.writeStringField("ProjectionExpression", projection);
    var names = asked.expressions().names();
    if (names != null) {
      out.writeObjectFieldStart("ExpressionAttributeNames");
      for (var name : names.entrySet()) out.writeStringField(name.getKey(), name.getValue());
      out.writeEndObject();
    }
    var attributes = asked.legacy().attributesToGet();
    if (attributes != null) {
      out.writeArrayFieldStart("AttributesToGet");
      for (var attribute : attributes) out.writeString(attribute);
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private static void batchWritten(JsonGenerator out, BatchWriteItem.Result result)
      throws IOException {
    out.writeObjectFieldStart("UnprocessedItems");
    for (var table : result.unprocessedItems().entrySet()) {
      out.writeArrayFieldStart(table.getKey());
      for (var write : table.getValue()) unprocessed(out, write);
      out.writeEndArray();
    }
    out.writeEndObject();
    JsonCapacity.writeMetrics(out, result.itemCollectionMetrics());
    JsonCapacity.write(out, result.consumedCapacity(), false);
  }

  private static void unprocessed(JsonGenerator out, WriteRequest asked) throws IOException {
    var put = asked.put();
    var delete = asked.delete();
    out.writeStartObject();
    if (put != null) {
      out.writeObjectFieldStart("PutRequest");
      JsonItems.write(out, "Item", put);
      out.writeEndObject();
    }
    if (delete != null) {
      out.writeObjectFieldStart("DeleteRequest");
      JsonItems.write(out, "Key", delete);
      out.writeEndObject();
    }
    out.writeEndObject();
  }

  private static void transactGot(JsonGenerator out, TransactGetItems.Result result)
      throws IOException {
    JsonItems.writeResponses(out, result.responses());
    JsonCapacity.write(out, result.consumedCapacity(), true);
  }

  private static void transactWritten(JsonGenerator out, TransactionResult result)
      throws IOException {
    JsonCapacity.writeMetrics(out, result.itemCollectionMetrics());
    JsonCapacity.write(out, result.consumedCapacity(), true);
  }
}
