package dev.trestle.dynamodb.wire;

import static dev.trestle.dynamodb.wire.TableMembers.*;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.engine.operation.CreateTable;
import dev.trestle.engine.operation.DeleteTable;
import dev.trestle.engine.operation.DescribeLimits;
import dev.trestle.engine.operation.DescribeTable;
import dev.trestle.engine.operation.DescribeTimeToLive;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.engine.operation.ListTagsOfResource;
import dev.trestle.engine.operation.TableDescription;
import dev.trestle.engine.operation.TagResource;
import dev.trestle.engine.operation.UntagResource;
import dev.trestle.engine.operation.UpdateTable;
import dev.trestle.engine.operation.UpdateTimeToLive;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The operations on tables. */
final class TableRoutes {
  private static final Member<String> START_TABLE = Member.string("ExclusiveStartTableName");
  private static final Member<Integer> LIMIT = Member.integer("Limit");
  private static final Member<String> RESOURCE = Member.string("ResourceArn");
  private static final Member<String> NEXT_TOKEN = Member.string("NextToken");
  private static final Member<List<String>> TAG_KEYS =
      new Member<>("TagKeys", Structures.list(Scalars::string));

  private static final Member<Boolean> ENABLED = Member.bool("Enabled");
  private static final Member<String> ATTRIBUTE = Member.string("AttributeName");

  private record TimeToLive(Members members) {}

  private static final Member<TimeToLive> TIME_TO_LIVE =
      new Member<>(
          "TimeToLiveSpecification",
          Structures.structure("TimeToLiveSpecification", TimeToLive::new, ENABLED, ATTRIBUTE));

  private static final Reader<CreateTable> CREATE =
      Structures.structure(
          "CreateTableInput",
          m ->
              new CreateTable(
                  m.get(TABLE_NAME),
                  m.get(ATTRIBUTES),
                  m.get(KEY_SCHEMA),
                  m.get(LOCAL_INDEXES),
                  m.get(GLOBAL_INDEXES),
                  m.get(BILLING_MODE),
                  m.get(THROUGHPUT),
                  m.get(STREAM),
                  m.get(ENCRYPTION),
                  m.get(TABLE_CLASS),
                  m.get(DELETION_PROTECTION),
                  m.get(TAGS)),
          TABLE_NAME,
          ATTRIBUTES,
          KEY_SCHEMA,
          LOCAL_INDEXES,
          GLOBAL_INDEXES,
          BILLING_MODE,
          THROUGHPUT,
          STREAM,
          ENCRYPTION,
          TABLE_CLASS,
          DELETION_PROTECTION,
          TAGS);

  private static final Reader<UpdateTable> UPDATE =
      Structures.structure(
          "UpdateTableInput",
          m ->
              new UpdateTable(
                  m.get(TABLE_NAME),
                  m.get(ATTRIBUTES),
                  m.get(INDEX_UPDATES),
                  m.get(BILLING_MODE),
                  m.get(THROUGHPUT),
                  m.get(STREAM),
                  m.get(ENCRYPTION),
                  m.get(TABLE_CLASS),
                  m.get(DELETION_PROTECTION)),
          TABLE_NAME,
          ATTRIBUTES,
          INDEX_UPDATES,
          BILLING_MODE,
          THROUGHPUT,
          STREAM,
          ENCRYPTION,
          TABLE_CLASS,
          DELETION_PROTECTION);

  private static final Reader<DescribeTable> DESCRIBE =
      Structures.structure(
          "DescribeTableInput", m -> new DescribeTable(m.get(TABLE_NAME)), TABLE_NAME);
  private static final Reader<DeleteTable> DELETE =
      Structures.structure("DeleteTableInput", m -> new DeleteTable(m.get(TABLE_NAME)), TABLE_NAME);
  private static final Reader<ListTables> LIST =
      Structures.structure(
          "ListTablesInput",
          m -> new ListTables(m.get(START_TABLE), m.get(LIMIT)),
          START_TABLE,
          LIMIT);
  private static final Reader<DescribeTimeToLive> DESCRIBE_TTL =
      Structures.structure(
          "DescribeTimeToLiveInput", m -> new DescribeTimeToLive(m.get(TABLE_NAME)), TABLE_NAME);
  private static final Reader<UpdateTimeToLive> UPDATE_TTL =
      Structures.structure(
          "UpdateTimeToLiveInput", TableRoutes::updateTimeToLive, TABLE_NAME, TIME_TO_LIVE);
  private static final Reader<TagResource> TAG =
      Structures.structure(
          "TagResourceInput", m -> new TagResource(m.get(RESOURCE), m.get(TAGS)), RESOURCE, TAGS);
  private static final Reader<UntagResource> UNTAG =
      Structures.structure(
          "UntagResourceInput",
          m -> new UntagResource(m.get(RESOURCE), m.get(TAG_KEYS)),
          RESOURCE,
          TAG_KEYS);
  private static final Reader<ListTagsOfResource> LIST_TAGS =
      Structures.structure(
          "ListTagsOfResourceInput",
          m -> new ListTagsOfResource(m.get(RESOURCE), m.get(NEXT_TOKEN)),
          RESOURCE,
          NEXT_TOKEN);
  private static final Reader<DescribeLimits> LIMITS =
      Structures.structure("DescribeLimitsInput", _ -> new DescribeLimits());

  static final Map<String, Route<?>> ALL =
      Map.ofEntries(
          Map.entry("CreateTable", Route.of(CREATE, TableRoutes::changed)),
          Map.entry("UpdateTable", Route.of(UPDATE, TableRoutes::changed)),
          Map.entry("DeleteTable", Route.of(DELETE, TableRoutes::changed)),
          Map.entry("DescribeTable", Route.of(DESCRIBE, TableRoutes::described)),
          Map.entry("ListTables", Route.of(LIST, TableRoutes::listed)),
          Map.entry("DescribeTimeToLive", Route.of(DESCRIBE_TTL, TableRoutes::timeToLive)),
          Map.entry("UpdateTimeToLive", Route.of(UPDATE_TTL, TableRoutes::timeToLiveSet)),
          Map.entry("TagResource", Route.of(TAG, (_, _) -> {})),
          Map.entry("UntagResource", Route.of(UNTAG, (_, _) -> {})),
          Map.entry("ListTagsOfResource", Route.of(LIST_TAGS, TableRoutes::tags)),
          Map.entry("DescribeLimits", Route.of(LIMITS, TableRoutes::limits)));

  private TableRoutes() {}

  private static UpdateTimeToLive updateTimeToLive(Members m) {
    var wanted = m.get(TIME_TO_LIVE);
    return new UpdateTimeToLive(
        m.get(TABLE_NAME),
        wanted == null ? null : wanted.members().get(ENABLED),
        wanted == null ? null : wanted.members().get(ATTRIBUTE));
  }

  private static void changed(JsonGenerator out, TableDescription table) throws IOException {
    JsonTables.write(out, "TableDescription", table);
  }

  private static void described(JsonGenerator out, TableDescription table) throws IOException {
    JsonTables.write(out, "Table", table);
  }

  private static void listed(JsonGenerator out, ListTables.Result result) throws IOException {
    out.writeArrayFieldStart("TableNames");
    for (var name : result.tableNames()) out.writeString(name);
    out.writeEndArray();
    if (result.lastEvaluatedTableName().isPresent()) {
      out.writeStringField("LastEvaluatedTableName", result.lastEvaluatedTableName().get());
    }
  }

  private static void timeToLive(JsonGenerator out, DescribeTimeToLive.Result result)
      throws IOException {
    out.writeObjectFieldStart("TimeToLiveDescription");
    out.writeStringField("TimeToLiveStatus", result.status());
    if (result.attributeName().isPresent()) {
      out.writeStringField("AttributeName", result.attributeName().get());
    }
    out.writeEndObject();
  }

  private static void timeToLiveSet(JsonGenerator out, UpdateTimeToLive.Result result)
      throws IOException {
    out.writeObjectFieldStart("TimeToLiveSpecification");
    out.writeBooleanField("Enabled", result.enabled());
    out.writeStringField("AttributeName", result.attributeName());
    out.writeEndObject();
  }

  private static void tags(JsonGenerator out, ListTagsOfResource.Result result) throws IOException {
    out.writeArrayFieldStart("Tags");
    for (var tag : result.tags().entrySet()) {
      out.writeStartObject();
      out.writeStringField("Key", tag.getKey());
      out.writeStringField("Value", tag.getValue());
      out.writeEndObject();
    }
    out.writeEndArray();
    if (result.nextToken().isPresent()) {
      out.writeStringField("NextToken", result.nextToken().get());
    }
  }

  private static void limits(JsonGenerator out, DescribeLimits.Result result) throws IOException {
    out.writeNumberField("AccountMaxReadCapacityUnits", result.accountMaxReadUnits());
    out.writeNumberField("AccountMaxWriteCapacityUnits", result.accountMaxWriteUnits());
    out.writeNumberField("TableMaxReadCapacityUnits", result.tableMaxReadUnits());
    out.writeNumberField("TableMaxWriteCapacityUnits", result.tableMaxWriteUnits());
  }
}
