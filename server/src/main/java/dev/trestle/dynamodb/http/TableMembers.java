package dev.trestle.dynamodb.http;

import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.dynamodb.json.JsonScalars;
import dev.trestle.dynamodb.json.JsonStructures;
import dev.trestle.dynamodb.json.Member;
import dev.trestle.dynamodb.json.MemberValues;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.EncryptionSpecification;
import dev.trestle.engine.request.TableParameters.IndexChange;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.IndexUpdate;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.request.TableParameters.OnDemandThroughput;
import dev.trestle.engine.request.TableParameters.Projection;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.request.TableParameters.StreamSpecification;
import dev.trestle.engine.request.TableParameters.Tag;
import dev.trestle.engine.request.TableParameters.WarmThroughput;
import java.util.List;

/** The members of requests about tables. */
final class TableMembers {
  static final Member<String> TABLE_NAME = Member.string("TableName");
  static final Member<String> BILLING_MODE = Member.string("BillingMode");
  static final Member<String> TABLE_CLASS = Member.string("TableClass");
  static final Member<Boolean> DELETION_PROTECTION = Member.bool("DeletionProtectionEnabled");

  private static final Member<String> ATTRIBUTE_NAME = Member.string("AttributeName");
  private static final Member<String> ATTRIBUTE_TYPE = Member.string("AttributeType");
  static final Member<List<AttributeDefinition>> ATTRIBUTES =
      new Member<>(
          "AttributeDefinitions",
          JsonStructures.list(
              JsonStructures.structure(
                  "AttributeDefinition",
                  m -> new AttributeDefinition(m.get(ATTRIBUTE_NAME), m.get(ATTRIBUTE_TYPE)),
                  ATTRIBUTE_NAME,
                  ATTRIBUTE_TYPE)));

  private static final Member<String> KEY_TYPE = Member.string("KeyType");
  static final Member<List<KeySchemaElement>> KEY_SCHEMA =
      new Member<>(
          "KeySchema",
          JsonStructures.list(
              JsonStructures.structure(
                  "KeySchemaElement",
                  m -> new KeySchemaElement(m.get(ATTRIBUTE_NAME), m.get(KEY_TYPE)),
                  ATTRIBUTE_NAME,
                  KEY_TYPE)));

  private static final Member<Long> READ_UNITS = Member.number("ReadCapacityUnits");
  private static final Member<Long> WRITE_UNITS = Member.number("WriteCapacityUnits");
  static final Member<ProvisionedThroughput> THROUGHPUT =
      new Member<>(
          "ProvisionedThroughput",
          JsonStructures.structure(
              "ProvisionedThroughput",
              m -> new ProvisionedThroughput(m.get(READ_UNITS), m.get(WRITE_UNITS)),
              READ_UNITS,
              WRITE_UNITS));

  private static final Member<Long> MAX_READ_UNITS = Member.number("MaxReadRequestUnits");
  private static final Member<Long> MAX_WRITE_UNITS = Member.number("MaxWriteRequestUnits");
  static final Member<OnDemandThroughput> ON_DEMAND =
      new Member<>(
          "OnDemandThroughput",
          JsonStructures.structure(
              "OnDemandThroughput",
              m -> new OnDemandThroughput(m.get(MAX_READ_UNITS), m.get(MAX_WRITE_UNITS)),
              MAX_READ_UNITS,
              MAX_WRITE_UNITS));

  private static final Member<Long> WARM_READ_UNITS = Member.number("ReadUnitsPerSecond");
  private static final Member<Long> WARM_WRITE_UNITS = Member.number("WriteUnitsPerSecond");
  static final Member<WarmThroughput> WARM =
      new Member<>(
          "WarmThroughput",
          JsonStructures.structure(
              "WarmThroughput",
              m -> new WarmThroughput(m.get(WARM_READ_UNITS), m.get(WARM_WRITE_UNITS)),
              WARM_READ_UNITS,
              WARM_WRITE_UNITS));

  private static final Member<String> PROJECTION_TYPE = Member.string("ProjectionType");
  private static final Member<List<String>> NON_KEY_ATTRIBUTES =
      new Member<>("NonKeyAttributes", JsonStructures.list(JsonScalars::string));
  private static final Member<Projection> PROJECTION =
      new Member<>(
          "Projection",
          JsonStructures.structure(
              "Projection",
              m -> new Projection(m.get(PROJECTION_TYPE), m.get(NON_KEY_ATTRIBUTES)),
              PROJECTION_TYPE,
              NON_KEY_ATTRIBUTES));

  private static final Member<String> INDEX_NAME = Member.string("IndexName");
  static final Member<List<IndexSpecification>> LOCAL_INDEXES =
      new Member<>("LocalSecondaryIndexes", JsonStructures.list(index("LocalSecondaryIndex")));
  static final Member<List<IndexSpecification>> GLOBAL_INDEXES =
      new Member<>("GlobalSecondaryIndexes", JsonStructures.list(index("GlobalSecondaryIndex")));

  private static final Member<IndexSpecification> CREATE =
      new Member<>("Create", index("CreateGlobalSecondaryIndexAction"));
  private static final Member<IndexChange> UPDATE =
      new Member<>(
          "Update",
          JsonStructures.structure(
              "UpdateGlobalSecondaryIndexAction",
              m ->
                  new IndexChange(
                      m.get(INDEX_NAME), m.get(THROUGHPUT), m.get(ON_DEMAND), m.get(WARM)),
              INDEX_NAME,
              THROUGHPUT,
              ON_DEMAND,
              WARM));
  private static final Member<IndexChange> DELETE =
      new Member<>(
          "Delete",
          JsonStructures.structure(
              "DeleteGlobalSecondaryIndexAction",
              m -> new IndexChange(m.get(INDEX_NAME), null, null, null),
              INDEX_NAME));
  static final Member<List<IndexUpdate>> INDEX_UPDATES =
      new Member<>(
          "GlobalSecondaryIndexUpdates",
          JsonStructures.list(
              JsonStructures.structure(
                  "GlobalSecondaryIndexUpdate",
                  TableMembers::indexUpdate,
                  CREATE,
                  UPDATE,
                  DELETE)));

  private static final Member<Boolean> STREAM_ENABLED = Member.bool("StreamEnabled");
  private static final Member<String> STREAM_VIEW = Member.string("StreamViewType");
  static final Member<StreamSpecification> STREAM =
      new Member<>(
          "StreamSpecification",
          JsonStructures.structure(
              "StreamSpecification",
              m -> new StreamSpecification(m.get(STREAM_ENABLED), m.get(STREAM_VIEW)),
              STREAM_ENABLED,
              STREAM_VIEW));

  private static final Member<Boolean> ENABLED = Member.bool("Enabled");
  private static final Member<String> SSE_TYPE = Member.string("SSEType");
  static final Member<EncryptionSpecification> ENCRYPTION =
      new Member<>(
          "SSESpecification",
          JsonStructures.structure(
              "SSESpecification",
              m -> new EncryptionSpecification(m.get(ENABLED), m.get(SSE_TYPE)),
              ENABLED,
              SSE_TYPE));

  private static final Member<String> TAG_KEY = Member.string("Key");
  private static final Member<String> TAG_VALUE = Member.string("Value");
  static final Member<List<Tag>> TAGS =
      new Member<>(
          "Tags",
          JsonStructures.list(
              JsonStructures.structure(
                  "Tag", m -> new Tag(m.get(TAG_KEY), m.get(TAG_VALUE)), TAG_KEY, TAG_VALUE)));

  private TableMembers() {}

  private static JsonReader<IndexSpecification> index(String type) {
    return JsonStructures.structure(
        type,
        m ->
            new IndexSpecification(
                m.get(INDEX_NAME),
                m.get(KEY_SCHEMA),
                m.get(PROJECTION),
                m.get(THROUGHPUT),
                m.get(ON_DEMAND),
                m.get(WARM)),
        INDEX_NAME,
        KEY_SCHEMA,
        PROJECTION,
        THROUGHPUT,
        ON_DEMAND,
        WARM);
  }

  private static IndexUpdate indexUpdate(MemberValues m) {
    var delete = m.get(DELETE);
    return new IndexUpdate(
        m.get(CREATE), m.get(UPDATE), delete == null ? null : delete.indexName());
  }
}
