package dev.trestle.dynamodb.http;

import static dev.trestle.dynamodb.http.ItemMembers.*;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.dynamodb.json.JsonItems;
import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.dynamodb.json.JsonStructures;
import dev.trestle.dynamodb.json.Member;
import dev.trestle.engine.operation.DeleteItem;
import dev.trestle.engine.operation.GetItem;
import dev.trestle.engine.operation.PutItem;
import dev.trestle.engine.operation.Query;
import dev.trestle.engine.operation.Scan;
import dev.trestle.engine.operation.UpdateItem;
import dev.trestle.engine.result.PageResult;
import dev.trestle.engine.result.WriteResult;
import java.io.IOException;
import java.util.Map;

/** The operations on items of one table. */
final class ItemOperations {
  private static final Member<String> SELECT = Member.string("Select");
  private static final Member<Integer> LIMIT = Member.integer("Limit");
  private static final Member<Boolean> FORWARD = Member.bool("ScanIndexForward");
  private static final Member<Integer> SEGMENT = Member.integer("Segment");
  private static final Member<Integer> TOTAL_SEGMENTS = Member.integer("TotalSegments");

  private static final JsonReader<GetItem> GET =
      JsonStructures.structure(
          "GetItemInput",
          m ->
              new GetItem(
                  m.get(TABLE_NAME),
                  m.get(KEY),
                  m.get(CONSISTENT_READ),
                  expressions(m),
                  legacy(m),
                  m.get(RETURN_CAPACITY)),
          TABLE_NAME,
          KEY,
          CONSISTENT_READ,
          PROJECTION,
          NAMES,
          ATTRIBUTES_TO_GET,
          RETURN_CAPACITY);

  private static final JsonReader<PutItem> PUT =
      JsonStructures.structure(
          "PutItemInput",
          m -> new PutItem(m.get(TABLE_NAME), m.get(ITEM), expressions(m), legacy(m), returns(m)),
          TABLE_NAME,
          ITEM,
          CONDITION,
          NAMES,
          VALUES,
          EXPECTED,
          CONDITIONAL_OPERATOR,
          RETURN_VALUES,
          RETURN_CAPACITY,
          RETURN_METRICS,
          RETURN_ON_FAILURE);

  private static final JsonReader<UpdateItem> UPDATE_ITEM =
      JsonStructures.structure(
          "UpdateItemInput",
          m -> new UpdateItem(m.get(TABLE_NAME), m.get(KEY), expressions(m), legacy(m), returns(m)),
          TABLE_NAME,
          KEY,
          UPDATE,
          CONDITION,
          NAMES,
          VALUES,
          ATTRIBUTE_UPDATES,
          EXPECTED,
          CONDITIONAL_OPERATOR,
          RETURN_VALUES,
          RETURN_CAPACITY,
          RETURN_METRICS,
          RETURN_ON_FAILURE);

  private static final JsonReader<DeleteItem> DELETE =
      JsonStructures.structure(
          "DeleteItemInput",
          m -> new DeleteItem(m.get(TABLE_NAME), m.get(KEY), expressions(m), legacy(m), returns(m)),
          TABLE_NAME,
          KEY,
          CONDITION,
          NAMES,
          VALUES,
          EXPECTED,
          CONDITIONAL_OPERATOR,
          RETURN_VALUES,
          RETURN_CAPACITY,
          RETURN_METRICS,
          RETURN_ON_FAILURE);

  private static final JsonReader<Query> QUERY =
      JsonStructures.structure(
          "QueryInput",
          m ->
              new Query(
                  m.get(TABLE_NAME),
                  m.get(INDEX_NAME),
                  expressions(m),
                  legacy(m),
                  m.get(SELECT),
                  m.get(LIMIT),
                  m.get(CONSISTENT_READ),
                  m.get(FORWARD),
                  m.get(EXCLUSIVE_START_KEY),
                  m.get(RETURN_CAPACITY)),
          TABLE_NAME,
          INDEX_NAME,
          KEY_CONDITION,
          FILTER,
          PROJECTION,
          NAMES,
          VALUES,
          KEY_CONDITIONS,
          QUERY_FILTER,
          ATTRIBUTES_TO_GET,
          CONDITIONAL_OPERATOR,
          SELECT,
          LIMIT,
          CONSISTENT_READ,
          FORWARD,
          EXCLUSIVE_START_KEY,
          RETURN_CAPACITY);

  private static final JsonReader<Scan> SCAN =
      JsonStructures.structure(
          "ScanInput",
          m ->
              new Scan(
                  m.get(TABLE_NAME),
                  m.get(INDEX_NAME),
                  expressions(m),
                  legacy(m),
                  m.get(SELECT),
                  m.get(LIMIT),
                  m.get(CONSISTENT_READ),
                  m.get(SEGMENT),
                  m.get(TOTAL_SEGMENTS),
                  m.get(EXCLUSIVE_START_KEY),
                  m.get(RETURN_CAPACITY)),
          TABLE_NAME,
          INDEX_NAME,
          FILTER,
          PROJECTION,
          NAMES,
          VALUES,
          SCAN_FILTER,
          ATTRIBUTES_TO_GET,
          CONDITIONAL_OPERATOR,
          SELECT,
          LIMIT,
          CONSISTENT_READ,
          SEGMENT,
          TOTAL_SEGMENTS,
          EXCLUSIVE_START_KEY,
          RETURN_CAPACITY);

  static final Map<String, JsonOperation<?>> ALL =
      Map.of(
          "GetItem", JsonOperation.of(GET, ItemOperations::got),
          "PutItem", JsonOperation.of(PUT, ItemOperations::written),
          "UpdateItem", JsonOperation.of(UPDATE_ITEM, ItemOperations::written),
          "DeleteItem", JsonOperation.of(DELETE, ItemOperations::written),
          "Query", JsonOperation.of(QUERY, ItemOperations::page),
          "Scan", JsonOperation.of(SCAN, ItemOperations::page));

  private ItemOperations() {}

  private static void got(JsonGenerator out, GetItem.Result result) throws IOException {
    if (result.item().isPresent()) JsonItems.write(out, "Item", result.item().get());
    if (result.consumedCapacity().isPresent()) {
      JsonCapacity.write(out, result.consumedCapacity().get());
    }
  }

  private static void written(JsonGenerator out, WriteResult result) throws IOException {
    if (result.attributes().isPresent()) {
      JsonItems.write(out, "Attributes", result.attributes().get());
    }
    if (result.consumedCapacity().isPresent()) {
      JsonCapacity.write(out, result.consumedCapacity().get());
    }
    if (result.itemCollectionMetrics().isPresent()) {
      out.writeFieldName("ItemCollectionMetrics");
      JsonCapacity.writeMetrics(out, result.itemCollectionMetrics().get());
    }
  }

  private static void page(JsonGenerator out, PageResult page) throws IOException {
    out.writeNumberField("Count", page.count());
    out.writeNumberField("ScannedCount", page.scannedCount());
    if (!page.countOnly()) JsonItems.write(out, "Items", page.items());
    if (page.lastEvaluatedKey().isPresent()) {
      JsonItems.write(out, "LastEvaluatedKey", page.lastEvaluatedKey().get());
    }
    if (page.consumedCapacity().isPresent()) {
      JsonCapacity.write(out, page.consumedCapacity().get());
    }
  }
}
