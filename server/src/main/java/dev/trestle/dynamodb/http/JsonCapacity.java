package dev.trestle.dynamodb.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.dynamodb.json.JsonItems;
import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Writes consumed capacity and item collection sizes. */
final class JsonCapacity {
  private static final String MEMBER = "ConsumedCapacity";

  private JsonCapacity() {}

  static void write(JsonGenerator out, ConsumedCapacity used) throws IOException {
    out.writeFieldName(MEMBER);
    write(out, used, false);
  }

  /**
   * Writes the capacity of each table of a batch or transaction; nothing if it was not requested.
   *
   * @param apart whether read and write units are written separately, as in transactions
   */
  static void write(JsonGenerator out, List<ConsumedCapacity> used, boolean apart)
      throws IOException {
    if (used.isEmpty()) return;
    out.writeArrayFieldStart(MEMBER);
    for (var one : used) write(out, one, apart);
    out.writeEndArray();
  }

  private static void write(JsonGenerator out, ConsumedCapacity used, boolean apart)
      throws IOException {
    boolean read = apart && used.readUnits() > 0;
    boolean written = apart && used.writeUnits() > 0;
    out.writeStartObject();
    out.writeStringField("TableName", used.tableName());
    out.writeNumberField("CapacityUnits", used.total());
    if (read) out.writeNumberField("ReadCapacityUnits", used.readUnits());
    if (written) out.writeNumberField("WriteCapacityUnits", used.writeUnits());
    if (used.detailed()) {
      out.writeFieldName("Table");
      writeUnits(out, used.table(), read, written);
      writeIndexes(out, "LocalSecondaryIndexes", used.localIndexes(), read, written);
      writeIndexes(out, "GlobalSecondaryIndexes", used.globalIndexes(), read, written);
    }
    out.writeEndObject();
  }

  private static void writeIndexes(
      JsonGenerator out, String name, Map<String, Double> units, boolean read, boolean written)
      throws IOException {
    if (units.isEmpty()) return;
    out.writeObjectFieldStart(name);
    for (var index : units.entrySet()) {
      out.writeFieldName(index.getKey());
      writeUnits(out, index.getValue(), read, written);
    }
    out.writeEndObject();
  }

  private static void writeUnits(JsonGenerator out, double units, boolean read, boolean written)
      throws IOException {
    out.writeStartObject();
    out.writeNumberField("CapacityUnits", units);
    if (read) out.writeNumberField("ReadCapacityUnits", units);
    if (written) out.writeNumberField("WriteCapacityUnits", units);
    out.writeEndObject();
  }

  static void writeMetrics(JsonGenerator out, Map<String, List<ItemCollectionMetrics>> byTable)
      throws IOException {
    if (byTable.isEmpty()) return;
    out.writeObjectFieldStart("ItemCollectionMetrics");
    for (var table : byTable.entrySet()) {
      out.writeArrayFieldStart(table.getKey());
      for (var metrics : table.getValue()) writeMetrics(out, metrics);
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  static void writeMetrics(JsonGenerator out, ItemCollectionMetrics metrics) throws IOException {
    out.writeStartObject();
    JsonItems.write(out, "ItemCollectionKey", metrics.key());
    out.writeArrayFieldStart("SizeEstimateRangeGB");
    out.writeNumber(metrics.lowerGigabytes());
    out.writeNumber(metrics.upperGigabytes());
    out.writeEndArray();
    out.writeEndObject();
  }
}
