package dev.trestle.dynamodb.http;

import static dev.trestle.dynamodb.http.TableMembers.*;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.dynamodb.json.JsonScalars;
import dev.trestle.dynamodb.json.JsonStructures;
import dev.trestle.dynamodb.json.Member;
import dev.trestle.dynamodb.json.MemberValues;
import dev.trestle.engine.operation.CreateTable;
import dev.trestle.engine.operation.DeleteTable;
import dev.trestle.engine.operation.DescribeLimits;
import dev.trestle.engine.operation.DescribeTable;
import dev.trestle.engine.operation.DescribeTimeToLive;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.engine.operation.ListTagsOfResource;
import dev.trestle.engine.operation.TagResource;
import dev.trestle.engine.operation.UntagResource;
import dev.trestle.engine.operation.UpdateTable;
import dev.trestle.engine.operation.UpdateTimeToLive;
import dev.trestle.engine.result.TableDescription;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The operations on tables. */
final class TableOperations {
  private static final Member<String> START_TABLE = Member.string("ExclusiveStartTableName");
  private static final Member<Integer> LIMIT = Member.integer("Limit");
  private static final Member<String> RESOURCE = Member.string("ResourceArn");
  private static final Member<String> NEXT_TOKEN = Member.string("NextToken");
  private static final Member<List<String>> TAG_KEYS =
      new Member<>("TagKeys", JsonStructures.list(JsonScalars::string));

  private static final Member<Boolean> ENABLED = Member.bool("Enabled");
  private static final Member<String> ATTRIBUTE = Member.string("AttributeName");

  private record TimeToLive(MemberValues members) {}

  private static final Member<TimeToLive> TIME_TO_LIVE =
      new Member<>(
          "TimeToLiveSpecification",
          JsonStructures.structure("TimeToLiveSpecification", TimeToLive::new, ENABLED, ATTRIBUTE));

  private static final JsonReader<CreateTable> CREATE =
      JsonStructures.structure(
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
                  m.get(ON_DEMAND),
                  m.get(WARM),
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
          ON_DEMAND,
          WARM,
          STREAM,
          ENCRYPTION,
          TABLE_CLASS,
          DELETION_PROTECTION,
          TAGS);

  private static final JsonReader<UpdateTable> UPDATE =
      JsonStructures.structure(
          "UpdateTableInput",
          m ->
              new UpdateTable(
                  m.get(TABLE_NAME),
                  m.get(ATTRIBUTES),
                  m.get(INDEX_UPDATES),
                  m.get(BILLING_MODE),
                  m.get(THROUGHPUT),
                  m.get(ON_DEMAND),
                  m.get(WARM),
                  m.get(STREAM),
                  m.get(ENCRYPTION),
                  m.get(TABLE_CLASS),
                  m.get(DELETION_PROTECTION)),
          TABLE_NAME,
          ATTRIBUTES,
          INDEX_UPDATES,
          BILLING_MODE,
          THROUGHPUT,
          ON_DEMAND,
          WARM,
          STREAM,
          ENCRYPTION,
          TABLE_CLASS,
          DELETION_PROTECTION);

  private static final JsonReader<DescribeTable> DESCRIBE =
      JsonStructures.structure(
          "DescribeTableInput", m -> new DescribeTable(m.get(TABLE_NAME)), TABLE_NAME);
  private static final JsonReader<DeleteTable> DELETE =
      JsonStructures.structure(
          "DeleteTableInput", m -> new DeleteTable(m.get(TABLE_NAME)), TABLE_NAME);
  private static final JsonReader<ListTables> LIST =
      JsonStructures.structure(
          "ListTablesInput",
          m -> new ListTables(m.get(START_TABLE), m.get(LIMIT)),
          START_TABLE,
          LIMIT);
  private static final JsonReader<DescribeTimeToLive> DESCRIBE_TTL =
      JsonStructures.structure(
          "DescribeTimeToLiveInput", m -> new DescribeTimeToLive(m.get(TABLE_NAME)), TABLE_NAME);
  private static final JsonReader<UpdateTimeToLive> UPDATE_TTL =
      JsonStructures.structure(
          "UpdateTimeToLiveInput", TableOperations::updateTimeToLive, TABLE_NAME, TIME_TO_LIVE);
  private static final JsonReader<TagResource> TAG =
      JsonStructures.structure(
          "TagResourceInput", m -> new TagResource(m.get(RESOURCE), m.get(TAGS)), RESOURCE, TAGS);
  private static final JsonReader<UntagResource> UNTAG =
      JsonStructures.structure(
          "UntagResourceInput",
          m -> new UntagResource(m.get(RESOURCE), m.get(TAG_KEYS)),
          RESOURCE,
          TAG_KEYS);
  private static final JsonReader<ListTagsOfResource> LIST_TAGS =
      JsonStructures.structure(
          "ListTagsOfResourceInput",
          m -> new ListTagsOfResource(m.get(RESOURCE), m.get(NEXT_TOKEN)),
          RESOURCE,
          NEXT_TOKEN);
  private static final JsonReader<DescribeLimits> LIMITS =
      JsonStructures.structure("DescribeLimitsInput", unused -> new DescribeLimits());

  static final Map<String, JsonOperation<?>> ALL =
      Map.ofEntries(
          Map.entry("CreateTable", JsonOperation.of(CREATE, TableOperations::changed)),
          Map.entry("UpdateTable", JsonOperation.of(UPDATE, TableOperations::changed)),
          Map.entry("DeleteTable", JsonOperation.of(DELETE, TableOperations::changed)),
          Map.entry("DescribeTable", JsonOperation.of(DESCRIBE, TableOperations::described)),
          Map.entry("ListTables", JsonOperation.of(LIST, TableOperations::listed)),
          Map.entry(
              "DescribeTimeToLive", JsonOperation.of(DESCRIBE_TTL, TableOperations::timeToLive)),
          Map.entry(
              "UpdateTimeToLive", JsonOperation.of(UPDATE_TTL, TableOperations::timeToLiveSet)),
          Map.entry("TagResource", JsonOperation.withoutBody(TAG)),
          Map.entry("UntagResource", JsonOperation.withoutBody(UNTAG)),
          Map.entry("ListTagsOfResource", JsonOperation.of(LIST_TAGS, TableOperations::tags)),
          Map.entry("DescribeLimits", JsonOperation.of(LIMITS, TableOperations::limits)));

  private TableOperations() {}

  private static UpdateTimeToLive updateTimeToLive(MemberValues m) {
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
