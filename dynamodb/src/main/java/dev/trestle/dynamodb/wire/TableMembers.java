package dev.trestle.dynamodb.wire;

import dev.trestle.engine.operation.TableParameters.AttributeDefinition;
import dev.trestle.engine.operation.TableParameters.EncryptionSpecification;
import dev.trestle.engine.operation.TableParameters.IndexChange;
import dev.trestle.engine.operation.TableParameters.IndexSpecification;
import dev.trestle.engine.operation.TableParameters.IndexUpdate;
import dev.trestle.engine.operation.TableParameters.KeySchemaElement;
import dev.trestle.engine.operation.TableParameters.Projection;
import dev.trestle.engine.operation.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.operation.TableParameters.StreamSpecification;
import dev.trestle.engine.operation.TableParameters.Tag;
import java.util.List;

/** The members that requests about tables are made of, each once. */
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
          Structures.list(
              Structures.structure(
                  "AttributeDefinition",
                  m -> new AttributeDefinition(m.get(ATTRIBUTE_NAME), m.get(ATTRIBUTE_TYPE)),
                  ATTRIBUTE_NAME,
                  ATTRIBUTE_TYPE)));

  private static final Member<String> KEY_TYPE = Member.string("KeyType");
  static final Member<List<KeySchemaElement>> KEY_SCHEMA =
      new Member<>(
          "KeySchema",
          Structures.list(
              Structures.structure(
                  "KeySchemaElement",
                  m -> new KeySchemaElement(m.get(ATTRIBUTE_NAME), m.get(KEY_TYPE)),
                  ATTRIBUTE_NAME,
                  KEY_TYPE)));

  private static final Member<Long> READ_UNITS = Member.number("ReadCapacityUnits");
  private static final Member<Long> WRITE_UNITS = Member.number("WriteCapacityUnits");
  static final Member<ProvisionedThroughput> THROUGHPUT =
      new Member<>(
          "ProvisionedThroughput",
          Structures.structure(
              "ProvisionedThroughput",
              m -> new ProvisionedThroughput(m.get(READ_UNITS), m.get(WRITE_UNITS)),
              READ_UNITS,
              WRITE_UNITS));

  private static final Member<String> PROJECTION_TYPE = Member.string("ProjectionType");
  private static final Member<List<String>> NON_KEY_ATTRIBUTES =
      new Member<>("NonKeyAttributes", Structures.list(Scalars::string));
  private static final Member<Projection> PROJECTION =
      new Member<>(
          "Projection",
          Structures.structure(
              "Projection",
              m -> new Projection(m.get(PROJECTION_TYPE), m.get(NON_KEY_ATTRIBUTES)),
              PROJECTION_TYPE,
              NON_KEY_ATTRIBUTES));

  private static final Member<String> INDEX_NAME = Member.string("IndexName");
  static final Member<List<IndexSpecification>> LOCAL_INDEXES =
      new Member<>("LocalSecondaryIndexes", Structures.list(index("LocalSecondaryIndex")));
  static final Member<List<IndexSpecification>> GLOBAL_INDEXES =
      new Member<>("GlobalSecondaryIndexes", Structures.list(index("GlobalSecondaryIndex")));

  private static final Member<IndexSpecification> CREATE =
      new Member<>("Create", index("CreateGlobalSecondaryIndexAction"));
  private static final Member<IndexChange> UPDATE =
      new Member<>(
          "Update",
          Structures.structure(
              "UpdateGlobalSecondaryIndexAction",
              m -> new IndexChange(m.get(INDEX_NAME), m.get(THROUGHPUT)),
              INDEX_NAME,
              THROUGHPUT));
  private static final Member<IndexChange> DELETE =
      new Member<>(
          "Delete",
          Structures.structure(
              "DeleteGlobalSecondaryIndexAction",
              m -> new IndexChange(m.get(INDEX_NAME), null),
              INDEX_NAME));
  static final Member<List<IndexUpdate>> INDEX_UPDATES =
      new Member<>(
          "GlobalSecondaryIndexUpdates",
          Structures.list(
              Structures.structure(
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
          Structures.structure(
              "StreamSpecification",
              m -> new StreamSpecification(m.get(STREAM_ENABLED), m.get(STREAM_VIEW)),
              STREAM_ENABLED,
              STREAM_VIEW));

  private static final Member<Boolean> ENABLED = Member.bool("Enabled");
  private static final Member<String> SSE_TYPE = Member.string("SSEType");
  static final Member<EncryptionSpecification> ENCRYPTION =
      new Member<>(
          "SSESpecification",
          Structures.structure(
              "SSESpecification",
              m -> new EncryptionSpecification(m.get(ENABLED), m.get(SSE_TYPE)),
              ENABLED,
              SSE_TYPE));

  private static final Member<String> TAG_KEY = Member.string("Key");
  private static final Member<String> TAG_VALUE = Member.string("Value");
  static final Member<List<Tag>> TAGS =
      new Member<>(
          "Tags",
          Structures.list(
              Structures.structure(
                  "Tag", m -> new Tag(m.get(TAG_KEY), m.get(TAG_VALUE)), TAG_KEY, TAG_VALUE)));

  private TableMembers() {}

  private static Reader<IndexSpecification> index(String type) {
    return Structures.structure(
        type,
        m ->
            new IndexSpecification(
                m.get(INDEX_NAME), m.get(KEY_SCHEMA), m.get(PROJECTION), m.get(THROUGHPUT)),
        INDEX_NAME,
        KEY_SCHEMA,
        PROJECTION,
        THROUGHPUT);
  }

  private static IndexUpdate indexUpdate(Members m) {
    var delete = m.get(DELETE);
    return new IndexUpdate(
        m.get(CREATE), m.get(UPDATE), delete == null ? null : delete.indexName());
  }
}
