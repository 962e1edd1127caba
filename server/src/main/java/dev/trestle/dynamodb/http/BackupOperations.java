package dev.trestle.dynamodb.http;

import static dev.trestle.dynamodb.http.TableMembers.*;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.dynamodb.json.JsonStructures;
import dev.trestle.dynamodb.json.Member;
import dev.trestle.dynamodb.json.MemberValues;
import dev.trestle.engine.operation.CreateBackup;
import dev.trestle.engine.operation.DeleteBackup;
import dev.trestle.engine.operation.DescribeBackup;
import dev.trestle.engine.operation.DescribeContinuousBackups;
import dev.trestle.engine.operation.ListBackups;
import dev.trestle.engine.operation.RestoreTableFromBackup;
import dev.trestle.engine.operation.RestoreTableToPointInTime;
import dev.trestle.engine.operation.UpdateContinuousBackups;
import dev.trestle.engine.recovery.RestoreOverrides;
import dev.trestle.engine.request.TableParameters.EncryptionSpecification;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.OnDemandThroughput;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.result.BackupDescription;
import dev.trestle.engine.result.ContinuousBackups;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The operations on backups and recovery. */
final class BackupOperations {
  private static final Member<String> BACKUP_ARN = Member.string("BackupArn");
  private static final Member<String> BACKUP_NAME = Member.string("BackupName");
  private static final Member<String> BACKUP_TYPE = Member.string("BackupType");
  private static final Member<String> START_ARN = Member.string("ExclusiveStartBackupArn");
  private static final Member<Integer> LIMIT = Member.integer("Limit");
  private static final Member<Instant> LOWER_BOUND = Member.time("TimeRangeLowerBound");
  private static final Member<Instant> UPPER_BOUND = Member.time("TimeRangeUpperBound");
  private static final Member<String> SOURCE_ARN = Member.string("SourceTableArn");
  private static final Member<String> SOURCE_NAME = Member.string("SourceTableName");
  private static final Member<String> TARGET_NAME = Member.string("TargetTableName");
  private static final Member<Boolean> USE_LATEST = Member.bool("UseLatestRestorableTime");
  private static final Member<Instant> RESTORE_TIME = Member.time("RestoreDateTime");
  private static final Member<String> BILLING = Member.string("BillingModeOverride");
  private static final Member<List<IndexSpecification>> GLOBALS =
      new Member<>("GlobalSecondaryIndexOverride", GLOBAL_INDEXES.reader());
  private static final Member<List<IndexSpecification>> LOCALS =
      new Member<>("LocalSecondaryIndexOverride", LOCAL_INDEXES.reader());
  private static final Member<ProvisionedThroughput> UNITS =
      new Member<>("ProvisionedThroughputOverride", THROUGHPUT.reader());
  private static final Member<OnDemandThroughput> MAXIMUM =
      new Member<>("OnDemandThroughputOverride", ON_DEMAND.reader());
  private static final Member<EncryptionSpecification> SSE =
      new Member<>("SSESpecificationOverride", ENCRYPTION.reader());

  private static final Member<Boolean> ENABLED = Member.bool("PointInTimeRecoveryEnabled");
  private static final Member<Integer> DAYS = Member.integer("RecoveryPeriodInDays");

  private record Specification(MemberValues members) {}

  private static final Member<Specification> SPECIFICATION =
      new Member<>(
          "PointInTimeRecoverySpecification",
          JsonStructures.structure(
              "PointInTimeRecoverySpecification", Specification::new, ENABLED, DAYS));

  private static final JsonReader<DescribeContinuousBackups> DESCRIBE_CONTINUOUS =
      JsonStructures.structure(
          "DescribeContinuousBackupsInput",
          m -> new DescribeContinuousBackups(m.get(TABLE_NAME)),
          TABLE_NAME);
  private static final JsonReader<UpdateContinuousBackups> UPDATE_CONTINUOUS =
      JsonStructures.structure(
          "UpdateContinuousBackupsInput",
          BackupOperations::updateContinuous,
          TABLE_NAME,
          SPECIFICATION);
  private static final JsonReader<RestoreTableToPointInTime> RESTORE_TO_TIME =
      JsonStructures.structure(
          "RestoreTableToPointInTimeInput",
          m ->
              new RestoreTableToPointInTime(
                  m.get(SOURCE_ARN),
                  m.get(SOURCE_NAME),
                  m.get(TARGET_NAME),
                  m.get(USE_LATEST),
                  m.get(RESTORE_TIME),
                  overrides(m)),
          SOURCE_ARN,
          SOURCE_NAME,
          TARGET_NAME,
          USE_LATEST,
          RESTORE_TIME,
          BILLING,
          GLOBALS,
          LOCALS,
          UNITS,
          MAXIMUM,
          SSE);
  private static final JsonReader<CreateBackup> CREATE =
      JsonStructures.structure(
          "CreateBackupInput",
          m -> new CreateBackup(m.get(TABLE_NAME), m.get(BACKUP_NAME)),
          TABLE_NAME,
          BACKUP_NAME);
  private static final JsonReader<DescribeBackup> DESCRIBE =
      JsonStructures.structure(
          "DescribeBackupInput", m -> new DescribeBackup(m.get(BACKUP_ARN)), BACKUP_ARN);
  private static final JsonReader<DeleteBackup> DELETE =
      JsonStructures.structure(
          "DeleteBackupInput", m -> new DeleteBackup(m.get(BACKUP_ARN)), BACKUP_ARN);
  private static final JsonReader<ListBackups> LIST =
      JsonStructures.structure(
          "ListBackupsInput",
          m ->
              new ListBackups(
                  m.get(TABLE_NAME),
                  m.get(LIMIT),
                  m.get(LOWER_BOUND),
                  m.get(UPPER_BOUND),
                  m.get(START_ARN),
                  m.get(BACKUP_TYPE)),
          TABLE_NAME,
          LIMIT,
          LOWER_BOUND,
          UPPER_BOUND,
          START_ARN,
          BACKUP_TYPE);
  private static final JsonReader<RestoreTableFromBackup> RESTORE =
      JsonStructures.structure(
          "RestoreTableFromBackupInput",
          m -> new RestoreTableFromBackup(m.get(TARGET_NAME), m.get(BACKUP_ARN), overrides(m)),
          TARGET_NAME,
          BACKUP_ARN,
          BILLING,
          GLOBALS,
          LOCALS,
          UNITS,
          MAXIMUM,
          SSE);

  static final Map<String, JsonOperation<?>> ALL =
      Map.of(
          "DescribeContinuousBackups",
          JsonOperation.of(DESCRIBE_CONTINUOUS, BackupOperations::continuous),
          "UpdateContinuousBackups",
          JsonOperation.of(UPDATE_CONTINUOUS, BackupOperations::continuous),
          "RestoreTableToPointInTime",
          JsonOperation.of(RESTORE_TO_TIME, BackupOperations::restored),
          "CreateBackup",
          JsonOperation.of(CREATE, BackupOperations::details),
          "DescribeBackup",
          JsonOperation.of(DESCRIBE, BackupOperations::described),
          "DeleteBackup",
          JsonOperation.of(DELETE, BackupOperations::described),
          "ListBackups",
          JsonOperation.of(LIST, BackupOperations::listed),
          "RestoreTableFromBackup",
          JsonOperation.of(RESTORE, BackupOperations::restored));

  private BackupOperations() {}

  private static UpdateContinuousBackups updateContinuous(MemberValues m) {
    var wanted = m.get(SPECIFICATION);
    return new UpdateContinuousBackups(
        m.get(TABLE_NAME),
        wanted == null ? null : wanted.members().get(ENABLED),
        wanted == null ? null : wanted.members().get(DAYS));
  }

  private static RestoreOverrides overrides(MemberValues m) {
    return new RestoreOverrides(
        m.get(BILLING), m.get(GLOBALS), m.get(LOCALS), m.get(UNITS), m.get(MAXIMUM), m.get(SSE));
  }

  private static void restored(JsonGenerator out, TableDescription table) throws IOException {
    JsonTables.write(out, "TableDescription", table);
  }

  private static void continuous(JsonGenerator out, ContinuousBackups backups) throws IOException {
    out.writeObjectFieldStart("ContinuousBackupsDescription");
    out.writeStringField("ContinuousBackupsStatus", "ENABLED");
    out.writeObjectFieldStart("PointInTimeRecoveryDescription");
    out.writeStringField("PointInTimeRecoveryStatus", backups.status());
    if (backups.recovery().isPresent()) {
      out.writeNumberField("RecoveryPeriodInDays", backups.recovery().get().days());
      JsonTables.writeTime(out, "EarliestRestorableDateTime", backups.earliest().orElseThrow());
      JsonTables.writeTime(out, "LatestRestorableDateTime", backups.latest());
    }
    out.writeEndObject();
    out.writeEndObject();
  }

  private static void described(JsonGenerator out, BackupDescription description)
      throws IOException {
    out.writeObjectFieldStart("BackupDescription");
    details(out, description);
    source(out, description);
    features(out, description.backup().table());
    out.writeEndObject();
  }

  private static void details(JsonGenerator out, BackupDescription description) throws IOException {
    out.writeObjectFieldStart("BackupDetails");
    summary(out, description);
    out.writeEndObject();
  }

  private static void summary(JsonGenerator out, BackupDescription description) throws IOException {
    var backup = description.backup();
    out.writeStringField("BackupArn", description.arn());
    out.writeStringField("BackupName", backup.name());
    out.writeStringField("BackupStatus", description.status());
    out.writeStringField("BackupType", backup.kind().name());
    JsonTables.writeTime(out, "BackupCreationDateTime", backup.created());
    if (backup.expires().isPresent()) {
      JsonTables.writeTime(out, "BackupExpiryDateTime", backup.expires().get());
    }
    out.writeNumberField("BackupSizeBytes", backup.bytes());
  }

  private static void table(JsonGenerator out, BackupDescription description) throws IOException {
    var table = description.backup().table();
    out.writeStringField("TableName", table.name());
    out.writeStringField("TableId", table.uuid());
    out.writeStringField("TableArn", description.tableArn());
  }

  private static void source(JsonGenerator out, BackupDescription description) throws IOException {
    var backup = description.backup();
    var table = backup.table();
    out.writeObjectFieldStart("SourceTableDetails");
    table(out, description);
    out.writeNumberField("TableSizeBytes", backup.bytes());
    out.writeNumberField("ItemCount", backup.items());
    JsonTables.writeKeySchema(out, table.keys());
    JsonTables.writeTime(out, "TableCreationDateTime", table.created());
    out.writeStringField("BillingMode", table.billing().name());
    units(out, table.throughput());
    JsonTables.writeMaximum(out, table.maximum());
    out.writeEndObject();
  }

  private static void units(JsonGenerator out, ProvisionedUnits units) throws IOException {
    out.writeObjectFieldStart("ProvisionedThroughput");
    out.writeNumberField("ReadCapacityUnits", units.readUnits());
    out.writeNumberField("WriteCapacityUnits", units.writeUnits());
    out.writeEndObject();
  }

  /** What the table had when it was backed up, and is left out if there was none. */
  private static void features(JsonGenerator out, TableDefinition table) throws IOException {
    out.writeObjectFieldStart("SourceTableFeatureDetails");
    indexes(out, "GlobalSecondaryIndexes", table.globalIndexes());
    indexes(out, "LocalSecondaryIndexes", table.localIndexes());
    if (table.stream().isPresent()) {
      JsonTables.writeStream(out, "StreamDescription", table.stream().get());
    }
    if (table.timeToLive().isPresent()) {
      out.writeObjectFieldStart("TimeToLiveDescription");
      out.writeStringField("TimeToLiveStatus", "ENABLED");
      out.writeStringField("AttributeName", table.timeToLive().get().attribute());
      out.writeEndObject();
    }
    JsonTables.writeEncryption(out, table);
    out.writeEndObject();
  }

  private static void indexes(JsonGenerator out, String name, List<SecondaryIndex> indexes)
      throws IOException {
    if (indexes.isEmpty()) return;
    out.writeArrayFieldStart(name);
    for (var index : indexes) {
      out.writeStartObject();
      out.writeStringField("IndexName", index.name());
      JsonTables.writeKeySchema(out, index.keys());
      JsonTables.writeProjection(out, index.projection());
      if (index.isGlobal()) {
        units(out, index.throughput());
        JsonTables.writeMaximum(out, index.maximum());
      }
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void listed(JsonGenerator out, ListBackups.Result result) throws IOException {
    out.writeArrayFieldStart("BackupSummaries");
    for (var description : result.backups()) {
      out.writeStartObject();
      table(out, description);
      summary(out, description);
      out.writeEndObject();
    }
    out.writeEndArray();
    if (result.lastEvaluatedBackupArn().isPresent()) {
      out.writeStringField("LastEvaluatedBackupArn", result.lastEvaluatedBackupArn().get());
    }
  }
}
