package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.engine.operation.TableDescription;
import dev.trestle.engine.operation.TableDescription.Size;
import dev.trestle.engine.table.IndexProjection;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TableDefinition.TableClass;
import dev.trestle.engine.table.Throughput;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** Descriptions of tables in JSON. */
final class JsonTables {
  private JsonTables() {}

  static void write(JsonGenerator out, String name, TableDescription table) throws IOException {
    var definition = table.definition();
    out.writeObjectFieldStart(name);
    out.writeStringField("TableName", definition.name());
    out.writeStringField("TableId", definition.uuid());
    out.writeStringField("TableArn", table.arn());
    out.writeStringField("TableStatus", table.status().name());
    writeTime(out, "CreationDateTime", definition.created());
    out.writeArrayFieldStart("AttributeDefinitions");
    for (var attribute : definition.attributes()) {
      out.writeStartObject();
      out.writeStringField("AttributeName", attribute.name());
      out.writeStringField("AttributeType", attribute.type().name());
      out.writeEndObject();
    }
    out.writeEndArray();
    writeKeySchema(out, definition.keys());
    writeSize(out, "TableSizeBytes", table.size());
    writeThroughput(out, definition.throughput());
    out.writeBooleanField("DeletionProtectionEnabled", definition.deletionProtection());
    writeIndexes(out, "GlobalSecondaryIndexes", definition.globalIndexes(), table);
    writeIndexes(out, "LocalSecondaryIndexes", definition.localIndexes(), table);
    writeSettings(out, definition, table.arn());
    out.writeEndObject();
  }

  /** What DynamoDB shows only where it differs from what a table has by default. */
  private static void writeSettings(JsonGenerator out, TableDefinition table, String arn)
      throws IOException {
    if (table.onDemandSince().isPresent()) {
      out.writeObjectFieldStart("BillingModeSummary");
      out.writeStringField("BillingMode", table.billing().name());
      writeTime(out, "LastUpdateToPayPerRequestDateTime", table.onDemandSince().get());
      out.writeEndObject();
    }
    if (table.stream().isPresent()) writeStream(out, table.stream().get(), arn);
    if (table.encryptedByCustomerKey()) {
      out.writeObjectFieldStart("SSEDescription");
      out.writeStringField("Status", "ENABLED");
      out.writeStringField("SSEType", "KMS");
      out.writeEndObject();
    }
    if (table.tableClass() != TableClass.STANDARD) {
      out.writeObjectFieldStart("TableClassSummary");
      out.writeStringField("TableClass", table.tableClass().name());
      out.writeEndObject();
    }
  }

  private static void writeStream(JsonGenerator out, StreamSettings stream, String arn)
      throws IOException {
    out.writeStringField("LatestStreamLabel", stream.label());
    out.writeStringField("LatestStreamArn", arn + "/stream/" + stream.label());
    if (!stream.enabled()) return;
    out.writeObjectFieldStart("StreamSpecification");
    out.writeBooleanField("StreamEnabled", true);
    out.writeStringField("StreamViewType", stream.view().name());
    out.writeEndObject();
  }

  private static void writeIndexes(
      JsonGenerator out, String name, List<SecondaryIndex> indexes, TableDescription table)
      throws IOException {
    if (indexes.isEmpty()) return;
    out.writeArrayFieldStart(name);
    for (var index : indexes) {
      out.writeStartObject();
      out.writeStringField("IndexName", index.name());
      out.writeStringField("IndexArn", table.arn() + "/index/" + index.name());
      writeKeySchema(out, index.keys());
      writeProjection(out, index.projection());
      var size = table.indexSizes().getOrDefault(index.name(), new Size(0, 0));
      writeSize(out, "IndexSizeBytes", size);
      if (index.isGlobal()) {
        writeThroughput(out, index.throughput());
        writeState(out, index.state());
      }
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void writeState(JsonGenerator out, SecondaryIndex.State state) throws IOException {
    switch (state) {
      case BACKFILLING -> {
        out.writeStringField("IndexStatus", "CREATING");
        out.writeBooleanField("Backfilling", true);
      }
      case ACTIVE -> out.writeStringField("IndexStatus", "ACTIVE");
      case DELETING -> out.writeStringField("IndexStatus", "DELETING");
    }
  }

  static void writeKeySchema(JsonGenerator out, KeySchema keys) throws IOException {
    out.writeArrayFieldStart("KeySchema");
    for (var key : keys.partition()) writeKey(out, key, "HASH");
    for (var key : keys.sort()) writeKey(out, key, "RANGE");
    out.writeEndArray();
  }

  private static void writeKey(JsonGenerator out, KeyAttribute key, String type)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("AttributeName", key.name());
    out.writeStringField("KeyType", type);
    out.writeEndObject();
  }

  private static void writeProjection(JsonGenerator out, IndexProjection projection)
      throws IOException {
    out.writeObjectFieldStart("Projection");
    out.writeStringField("ProjectionType", projection.kind().name());
    if (!projection.nonKeyAttributes().isEmpty()) {
      out.writeArrayFieldStart("NonKeyAttributes");
      for (var name : projection.nonKeyAttributes()) out.writeString(name);
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private static void writeSize(JsonGenerator out, String bytesName, Size size) throws IOException {
    out.writeNumberField("ItemCount", size.items());
    out.writeNumberField(bytesName, size.bytes());
  }

  private static void writeThroughput(JsonGenerator out, Throughput units) throws IOException {
    out.writeObjectFieldStart("ProvisionedThroughput");
    out.writeNumberField("NumberOfDecreasesToday", 0);
    out.writeNumberField("ReadCapacityUnits", units.readUnits());
    out.writeNumberField("WriteCapacityUnits", units.writeUnits());
    out.writeEndObject();
  }

  /** Seconds since 1970, with milliseconds after the point. */
  static void writeTime(JsonGenerator out, String name, Instant time) throws IOException {
    out.writeNumberField(name, BigDecimal.valueOf(time.toEpochMilli(), 3));
  }
}
