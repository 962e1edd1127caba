package dev.trestle.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The same calls, written with the SDK and without a store. */
final class NoteCalls {
  private static final int DIGITS = 6;

  private final DynamoDbClient client;

  /** The item of all puts that map nothing. */
  private final Map<String, AttributeValue> ready = item(Notes.note(1, 1, 1));

  private final LongAdder gets = new LongAdder();
  private final LongAdder nanos = new LongAdder();
  private final DoubleAdder readUnits = new DoubleAdder();

  NoteCalls(DynamoDbClient client) {
    this.client = client;
  }

  long bareGet(Notes.OfNote key) {
    return client.getItem(request(key)).item().size();
  }

  Notes.Note get(Notes.OfNote key) {
    return note(client.getItem(request(key)).item());
  }

  /** The same, and counts calls, read units and time. */
  Notes.Note meteredGet(Notes.OfNote key) {
    long started = System.nanoTime();
    var response =
        client.getItem(
            GetItemRequest.builder()
                .tableName("notes")
                .key(key(key))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
    var note = note(response.item());
    readUnits.add(response.consumedCapacity().capacityUnits());
    gets.increment();
    nanos.add(System.nanoTime() - started);
    return note;
  }

  private static GetItemRequest request(Notes.OfNote key) {
    return GetItemRequest.builder().tableName("notes").key(key(key)).build();
  }

  private static Map<String, AttributeValue> key(Notes.OfNote note) {
    return Map.of(
        "pk", AttributeValue.fromS("b#" + note.book()),
        "sk", AttributeValue.fromS("p#" + padded(note.page())));
  }

  long barePut(Notes.Note note) {
    var item = new HashMap<>(ready);
    item.put("pk", AttributeValue.fromS("b#" + note.book()));
    item.put("sk", AttributeValue.fromS("p#" + padded(note.page())));
    item.put("edits", AttributeValue.fromN(Long.toString(note.edits())));
    return put(item);
  }

  long put(Notes.Note note) {
    return put(item(note));
  }

  private long put(Map<String, AttributeValue> item) {
    client.putItem(PutItemRequest.builder().tableName("notes").item(item).build());
    return 1;
  }

  long bareAdd(Notes.OfNote key) {
    return add(key).size();
  }

  Notes.Note addedTo(Notes.OfNote key) {
    return note(add(key));
  }

  /** An update of an item that must be there, as the store's is. */
  private Map<String, AttributeValue> add(Notes.OfNote key) {
    return client
        .updateItem(
            UpdateItemRequest.builder()
                .tableName("notes")
                .key(key(key))
                .updateExpression("ADD #edits :one")
                .conditionExpression("attribute_exists(#pk)")
                .expressionAttributeNames(Map.of("#edits", "edits", "#pk", "pk"))
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
                .returnValues(ReturnValue.ALL_NEW)
                .build())
        .attributes();
  }

  long bareQuery(Notes.OfBook book, int limit) {
    return ask(book, limit).items().size();
  }

  List<Notes.Note> query(Notes.OfBook book, int limit) {
    var notes = new ArrayList<Notes.Note>();
    for (var item : ask(book, limit).items()) notes.add(note(item));
    return notes;
  }

  private QueryResponse ask(Notes.OfBook book, int limit) {
    return client.query(
        QueryRequest.builder()
            .tableName("notes")
            .keyConditionExpression("#pk = :pk AND begins_with(#sk, :sk)")
            .expressionAttributeNames(Map.of("#pk", "pk", "#sk", "sk"))
            .expressionAttributeValues(
                Map.of(
                    ":pk", AttributeValue.fromS("b#" + book.book()),
                    ":sk", AttributeValue.fromS("p#")))
            .limit(limit)
            .build());
  }

  private static String padded(long page) {
    var digits = Long.toString(page);
    return "0".repeat(DIGITS - digits.length()) + digits;
  }

  private static Map<String, AttributeValue> item(Notes.Note note) {
    var item = new HashMap<String, AttributeValue>();
    item.put("pk", AttributeValue.fromS("b#" + note.book()));
    item.put("sk", AttributeValue.fromS("p#" + padded(note.page())));
    item.put("author", AttributeValue.fromS(note.author()));
    item.put("text", AttributeValue.fromS(note.text()));
    item.put("written", AttributeValue.fromN(Long.toString(note.written().toEpochMilli())));
    item.put("edits", AttributeValue.fromN(Long.toString(note.edits())));
    item.put("done", AttributeValue.fromBool(note.done()));
    return item;
  }

  private static Notes.Note note(Map<String, AttributeValue> item) {
    return new Notes.Note(
        value(item, "pk").s().substring(2),
        Long.parseLong(value(item, "sk").s().substring(2)),
        value(item, "author").s(),
        value(item, "text").s(),
        Instant.ofEpochMilli(Long.parseLong(value(item, "written").n())),
        Long.parseLong(value(item, "edits").n()),
        value(item, "done").bool());
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name));
  }
}
