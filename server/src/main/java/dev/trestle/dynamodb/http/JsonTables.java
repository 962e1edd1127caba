package dev.trestle.dynamodb.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.result.TableDescription.Size;
import dev.trestle.engine.result.TableDescription.Status;
import dev.trestle.engine.table.IndexProjection;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.MaximumUnits;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TableDefinition.TableClass;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** Writes descriptions of tables. */
final class JsonTables {
  private JsonTables() {}

  static void write(JsonGenerator out, String name, TableDescription table) throws IOException {
    var definition = table.definition();
    out.writeObjectFieldStart(name);
    out.writeStringField("TableName", definition.name());
    out.writeStringField("TableId", definition.uuid());
    out.writeStringField("TableArn", table.arn());
    out.writeStringField("TableStatus", table.status().name());
    if (table.status() != Status.DELETING) writeSchema(out, definition);
    writeSize(out, "TableSizeBytes", table.size());
    writeThroughput(out, definition.throughput());
    writeMaximum(out, definition.maximum());
    writeWarm(out, table, definition.id());
    out.writeBooleanField("DeletionProtectionEnabled", definition.deletionProtection());
    writeIndexes(out, "GlobalSecondaryIndexes", definition.globalIndexes(), table);
    writeIndexes(out, "LocalSecondaryIndexes", definition.localIndexes(), table);
    writeSettings(out, definition, table.arn());
    if (table.restore().isPresent()) writeRestore(out, table.restore().get());
    out.writeEndObject();
  }

  /** Where a restored table comes from. */
  private static void writeRestore(JsonGenerator out, TableDescription.Restore restore)
      throws IOException {
    out.writeObjectFieldStart("RestoreSummary");
    out.writeStringField("SourceTableArn", restore.sourceTableArn());
    if (restore.sourceBackupArn().isPresent()) {
      out.writeStringField("SourceBackupArn", restore.sourceBackupArn().get());
    }
    writeTime(out, "RestoreDateTime", restore.at());
    out.writeBooleanField("RestoreInProgress", restore.inProgress());
    out.writeEndObject();
  }

  /** The parameters with which an import has created a table. */
  static void writeParameters(JsonGenerator out, TableDefinition table) throws IOException {
    out.writeStartObject();
    out.writeStringField("TableName", table.name());
    writeAttributes(out, table);
    writeKeySchema(out, table.keys());
    out.writeStringField("BillingMode", table.billing().name());
    if (!table.globalIndexes().isEmpty()) {
      out.writeArrayFieldStart("GlobalSecondaryIndexes");
      for (var index : table.globalIndexes()) {
        out.writeStartObject();
        out.writeStringField("IndexName", index.name());
        writeKeySchema(out, index.keys());
        writeProjection(out, index.projection());
        out.writeEndObject();
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  /** What DynamoDB does not show of a table that is being deleted. */
  private static void writeSchema(JsonGenerator out, TableDefinition definition)
      throws IOException {
    writeTime(out, "CreationDateTime", definition.created());
    writeAttributes(out, definition);
    writeKeySchema(out, definition.keys());
  }

  private static void writeAttributes(JsonGenerator out, TableDefinition definition)
      throws IOException {
    out.writeArrayFieldStart("AttributeDefinitions");
    for (var attribute : definition.attributes()) {
      out.writeStartObject();
      out.writeStringField("AttributeName", attribute.name());
      out.writeStringField("AttributeType", attribute.type().name());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  /** Settings that DynamoDB shows only if they differ from the defaults. */
  private static void writeSettings(JsonGenerator out, TableDefinition table, String arn)
      throws IOException {
    if (table.onDemandSince().isPresent()) {
      out.writeObjectFieldStart("BillingModeSummary");
      out.writeStringField("BillingMode", table.billing().name());
      writeTime(out, "LastUpdateToPayPerRequestDateTime", table.onDemandSince().get());
      out.writeEndObject();
    }
    if (table.stream().isPresent()) writeStream(out, table.stream().get(), arn);
    writeEncryption(out, table);
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
    writeStream(out, "StreamSpecification", stream);
  }

  static void writeStream(JsonGenerator out, String name, StreamSettings stream)
      throws IOException {
    if (!stream.enabled()) return;
    out.writeObjectFieldStart(name);
    out.writeBooleanField("StreamEnabled", true);
    out.writeStringField("StreamViewType", stream.view().name());
    out.writeEndObject();
  }

  static void writeEncryption(JsonGenerator out, TableDefinition table) throws IOException {
    if (!table.encryptedByCustomerKey()) return;
    out.writeObjectFieldStart("SSEDescription");
    out.writeStringField("Status", "ENABLED");
    out.writeStringField("SSEType", "KMS");
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
        writeMaximum(out, index.maximum());
        writeWarm(out, table, index.id());
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

  private static void writeKey(JsonGenerator out, SchemaAttribute key, String type)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("AttributeName", key.name());
    out.writeStringField("KeyType", type);
    out.writeEndObject();
  }

  static void writeProjection(JsonGenerator out, IndexProjection projection) throws IOException {
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

  private static void writeThroughput(JsonGenerator out, ProvisionedUnits units)
      throws IOException {
    out.writeObjectFieldStart("ProvisionedThroughput");
    out.writeNumberField("NumberOfDecreasesToday", 0);
    out.writeNumberField("ReadCapacityUnits", units.readUnits());
    out.writeNumberField("WriteCapacityUnits", units.writeUnits());
    out.writeEndObject();
  }

  static void writeMaximum(JsonGenerator out, MaximumUnits maximum) throws IOException {
    if (maximum.isNone()) return;
    out.writeObjectFieldStart("OnDemandThroughput");
    var read = maximum.readUnits();
    if (read.isPresent()) out.writeNumberField("MaxReadRequestUnits", read.get());
    var write = maximum.writeUnits();
    if (write.isPresent()) out.writeNumberField("MaxWriteRequestUnits", write.get());
    out.writeEndObject();
  }

  private static void writeWarm(JsonGenerator out, TableDescription table, int id)
      throws IOException {
    var warm = table.warm().get(id);
    if (warm == null) return;
    out.writeObjectFieldStart("WarmThroughput");
    out.writeNumberField("ReadUnitsPerSecond", warm.units().readUnits());
    out.writeNumberField("WriteUnitsPerSecond", warm.units().writeUnits());
    out.writeStringField("Status", warm.status());
    out.writeEndObject();
  }

  /** Writes seconds since 1970, with milliseconds as decimals. */
  static void writeTime(JsonGenerator out, String name, Instant time) throws IOException {
    out.writeNumberField(name, BigDecimal.valueOf(time.toEpochMilli(), 3));
  }
}
