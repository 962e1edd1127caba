package dev.trestle.dynamodb.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.dynamodb.json.JsonItems;
import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.dynamodb.json.JsonStructures;
import dev.trestle.dynamodb.json.Member;
import dev.trestle.dynamodb.json.MemberValues;
import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.GetRecords;
import dev.trestle.engine.operation.GetShardIterator;
import dev.trestle.engine.operation.ListStreams;
import java.io.IOException;
import java.util.Map;

/** The operations on streams. */
final class StreamOperations {
  private static final Member<String> TABLE_NAME = Member.string("TableName");
  private static final Member<String> STREAM = Member.string("StreamArn");
  private static final Member<Integer> LIMIT = Member.integer("Limit");
  private static final Member<String> START_STREAM = Member.string("ExclusiveStartStreamArn");
  private static final Member<String> START_SHARD = Member.string("ExclusiveStartShardId");
  private static final Member<String> SHARD = Member.string("ShardId");
  private static final Member<String> ITERATOR_TYPE = Member.string("ShardIteratorType");
  private static final Member<String> SEQUENCE_NUMBER = Member.string("SequenceNumber");
  private static final Member<String> ITERATOR = Member.string("ShardIterator");

  private record ShardFilter(MemberValues members) {}

  private static final Member<ShardFilter> SHARD_FILTER =
      new Member<>(
          "ShardFilter",
          JsonStructures.structure("ShardFilter", ShardFilter::new, SHARD, Member.string("Type")));

  private static final JsonReader<ListStreams> LIST =
      JsonStructures.structure(
          "ListStreamsInput",
          m -> new ListStreams(m.get(TABLE_NAME), m.get(LIMIT), m.get(START_STREAM)),
          TABLE_NAME,
          LIMIT,
          START_STREAM);
  private static final JsonReader<DescribeStream> DESCRIBE =
      JsonStructures.structure(
          "DescribeStreamInput",
          StreamOperations::describe,
          STREAM,
          LIMIT,
          START_SHARD,
          SHARD_FILTER);
  private static final JsonReader<GetShardIterator> GET_ITERATOR =
      JsonStructures.structure(
          "GetShardIteratorInput",
          m ->
              new GetShardIterator(
                  m.get(STREAM), m.get(SHARD), m.get(ITERATOR_TYPE), m.get(SEQUENCE_NUMBER)),
          STREAM,
          SHARD,
          ITERATOR_TYPE,
          SEQUENCE_NUMBER);
  private static final JsonReader<GetRecords> GET_RECORDS =
      JsonStructures.structure(
          "GetRecordsInput", m -> new GetRecords(m.get(ITERATOR), m.get(LIMIT)), ITERATOR, LIMIT);

  static final Map<String, JsonOperation<?>> ALL =
      Map.of(
          "ListStreams", JsonOperation.of(LIST, StreamOperations::listed),
          "DescribeStream", JsonOperation.of(DESCRIBE, StreamOperations::described),
          "GetShardIterator", JsonOperation.of(GET_ITERATOR, StreamOperations::iterator),
          "GetRecords", JsonOperation.of(GET_RECORDS, StreamOperations::records));

  private StreamOperations() {}

  private static DescribeStream describe(MemberValues m) {
    var filter = m.get(SHARD_FILTER);
    return new DescribeStream(
        m.get(STREAM),
        m.get(LIMIT),
        m.get(START_SHARD),
        filter == null ? null : filter.members().get(SHARD));
  }

  private static void listed(JsonGenerator out, ListStreams.Result result) throws IOException {
    out.writeArrayFieldStart("Streams");
    for (var stream : result.streams()) {
      out.writeStartObject();
      out.writeStringField("StreamArn", stream.arn());
      out.writeStringField("TableName", stream.tableName());
      out.writeStringField("StreamLabel", stream.label());
      out.writeEndObject();
    }
    out.writeEndArray();
    if (result.lastEvaluatedStreamArn().isPresent()) {
      out.writeStringField("LastEvaluatedStreamArn", result.lastEvaluatedStreamArn().get());
    }
  }

  private static void described(JsonGenerator out, DescribeStream.Result result)
      throws IOException {
    out.writeObjectFieldStart("StreamDescription");
    out.writeStringField("StreamArn", result.arn());
    out.writeStringField("StreamLabel", result.label());
    out.writeStringField("StreamStatus", result.status());
    out.writeStringField("StreamViewType", result.view().name());
    JsonTables.writeTime(out, "CreationRequestDateTime", result.created());
    out.writeStringField("TableName", result.tableName());
    JsonTables.writeKeySchema(out, result.keys());
    out.writeArrayFieldStart("Shards");
    for (var shard : result.shards()) shard(out, shard);
    out.writeEndArray();
    if (result.lastEvaluatedShardId().isPresent()) {
      out.writeStringField("LastEvaluatedShardId", result.lastEvaluatedShardId().get());
    }
    out.writeEndObject();
  }

  private static void shard(JsonGenerator out, DescribeStream.Shard shard) throws IOException {
    out.writeStartObject();
    out.writeStringField("ShardId", shard.id());
    if (shard.parentId().isPresent()) {
      out.writeStringField("ParentShardId", shard.parentId().get());
    }
    out.writeObjectFieldStart("SequenceNumberRange");
    out.writeStringField("StartingSequenceNumber", shard.firstSequenceNumber());
    if (shard.lastSequenceNumber().isPresent()) {
      out.writeStringField("EndingSequenceNumber", shard.lastSequenceNumber().get());
    }
    out.writeEndObject();
    out.writeEndObject();
  }

  private static void iterator(JsonGenerator out, GetShardIterator.Result result)
      throws IOException {
    out.writeStringField("ShardIterator", result.shardIterator());
  }

  private static void records(JsonGenerator out, GetRecords.Result result) throws IOException {
    out.writeArrayFieldStart("Records");
    for (var change : result.records()) record(out, change);
    out.writeEndArray();
    if (result.nextShardIterator().isPresent()) {
      out.writeStringField("NextShardIterator", result.nextShardIterator().get());
    }
  }

  private static void record(JsonGenerator out, GetRecords.ChangeRecord change) throws IOException {
    out.writeStartObject();
    out.writeStringField("eventID", change.eventId());
    out.writeStringField("eventName", change.eventName().name());
    out.writeStringField("eventVersion", "1.1");
    out.writeStringField("eventSource", "aws:dynamodb");
    out.writeStringField("awsRegion", change.region());
    out.writeObjectFieldStart("dynamodb");
    JsonTables.writeTime(out, "ApproximateCreationDateTime", change.created());
    JsonItems.write(out, "Keys", change.keys());
    if (change.newImage().isPresent()) JsonItems.write(out, "NewImage", change.newImage().get());
    if (change.oldImage().isPresent()) JsonItems.write(out, "OldImage", change.oldImage().get());
    out.writeStringField("SequenceNumber", change.sequenceNumber());
    out.writeNumberField("SizeBytes", change.sizeBytes());
    out.writeStringField("StreamViewType", change.view().name());
    out.writeEndObject();
    if (change.byService()) {
      out.writeObjectFieldStart("userIdentity");
      out.writeStringField("PrincipalId", "dynamodb.amazonaws.com");
      out.writeStringField("Type", "Service");
      out.writeEndObject();
    }
    out.writeEndObject();
  }
}
