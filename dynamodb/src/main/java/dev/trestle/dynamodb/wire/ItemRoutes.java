package dev.trestle.dynamodb.wire;

import static dev.trestle.dynamodb.wire.ItemMembers.*;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.engine.operation.DeleteItem;
import dev.trestle.engine.operation.GetItem;
import dev.trestle.engine.operation.Page;
import dev.trestle.engine.operation.PutItem;
import dev.trestle.engine.operation.Query;
import dev.trestle.engine.operation.Scan;
import dev.trestle.engine.operation.UpdateItem;
import dev.trestle.engine.operation.WriteResult;
import java.io.IOException;
import java.util.Map;

/** The operations on one item, and on the items of one table. */
final class ItemRoutes {
  private static final Member<String> SELECT = Member.string("Select");
  private static final Member<Integer> LIMIT = Member.integer("Limit");
  private static final Member<Boolean> FORWARD = Member.bool("ScanIndexForward");
  private static final Member<Integer> SEGMENT = Member.integer("Segment");
  private static final Member<Integer> TOTAL_SEGMENTS = Member.integer("TotalSegments");

  private static final Reader<GetItem> GET =
      Structures.structure(
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

  private static final Reader<PutItem> PUT =
      Structures.structure(
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

  private static final Reader<UpdateItem> UPDATE_ITEM =
      Structures.structure(
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

  private static final Reader<DeleteItem> DELETE =
      Structures.structure(
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

  private static final Reader<Query> QUERY =
      Structures.structure(
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

  private static final Reader<Scan> SCAN =
      Structures.structure(
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

  static final Map<String, Route<?>> ALL =
      Map.of(
          "GetItem", Route.of(GET, ItemRoutes::got),
          "PutItem", Route.of(PUT, ItemRoutes::written),
          "UpdateItem", Route.of(UPDATE_ITEM, ItemRoutes::written),
          "DeleteItem", Route.of(DELETE, ItemRoutes::written),
          "Query", Route.of(QUERY, ItemRoutes::page),
          "Scan", Route.of(SCAN, ItemRoutes::page));

  private ItemRoutes() {}

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

  private static void page(JsonGenerator out, Page page) throws IOException {
    out.writeNumberField("Count", page.count());
    out.writeNumberField("ScannedCount", page.scannedCount());
    if (!page.countOnly()) {
      out.writeArrayFieldStart("Items");
      for (var item : page.items()) JsonItems.write(out, item);
      out.writeEndArray();
    }
    if (page.lastEvaluatedKey().isPresent()) {
      JsonItems.write(out, "LastEvaluatedKey", page.lastEvaluatedKey().get());
    }
    if (page.consumedCapacity().isPresent()) {
      JsonCapacity.write(out, page.consumedCapacity().get());
    }
  }
}
