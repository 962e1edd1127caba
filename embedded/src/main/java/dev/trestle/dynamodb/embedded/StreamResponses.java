package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.GetRecords;
import dev.trestle.engine.operation.GetShardIterator;
import dev.trestle.engine.operation.ListStreams;
import java.util.ArrayList;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.SequenceNumberRange;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/** Turns results about streams into responses. */
final class StreamResponses {
  /** Who removed an item that expired. */
  private static final Identity SERVICE =
      Identity.builder().type("Service").principalId("dynamodb.amazonaws.com").build();

  private StreamResponses() {}

  static ListStreamsResponse.Builder list(ListStreams.Result result) {
    var streams = new ArrayList<Stream>(result.streams().size());
    for (var stream : result.streams()) {
      streams.add(
          Stream.builder()
              .streamArn(stream.arn())
              .tableName(stream.tableName())
              .streamLabel(stream.label())
              .build());
    }
    return ListStreamsResponse.builder()
        .streams(streams)
        .lastEvaluatedStreamArn(result.lastEvaluatedStreamArn().orElse(null));
  }

  static DescribeStreamResponse.Builder describe(DescribeStream.Result result) {
    var shards = new ArrayList<Shard>(result.shards().size());
    for (var shard : result.shards()) shards.add(shard(shard));
    return DescribeStreamResponse.builder()
        .streamDescription(
            StreamDescription.builder()
                .streamArn(result.arn())
                .streamLabel(result.label())
                .streamStatus(result.status())
                .streamViewType(result.view().name())
                .creationRequestDateTime(result.created())
                .tableName(result.tableName())
                .keySchema(TableResponses.keySchema(result.keys()))
                .shards(shards)
                .lastEvaluatedShardId(result.lastEvaluatedShardId().orElse(null))
                .build());
  }

  private static Shard shard(DescribeStream.Shard shard) {
    var range =
        SequenceNumberRange.builder()
            .startingSequenceNumber(shard.firstSequenceNumber())
            .endingSequenceNumber(shard.lastSequenceNumber().orElse(null))
            .build();
    return Shard.builder()
        .shardId(shard.id())
        .parentShardId(shard.parentId().orElse(null))
        .sequenceNumberRange(range)
        .build();
  }

  static GetShardIteratorResponse.Builder iterator(GetShardIterator.Result result) {
    return GetShardIteratorResponse.builder().shardIterator(result.shardIterator());
  }

  static GetRecordsResponse.Builder records(GetRecords.Result result) {
    var records = new ArrayList<Record>(result.records().size());
    for (var change : result.records()) records.add(record(change));
    return GetRecordsResponse.builder()
        .records(records)
        .nextShardIterator(result.nextShardIterator().orElse(null));
  }

  private static Record record(GetRecords.ChangeRecord change) {
    var images =
        StreamRecord.builder()
            .approximateCreationDateTime(change.created())
            .keys(SdkValues.map(change.keys()))
            .sequenceNumber(change.sequenceNumber())
            .sizeBytes(change.sizeBytes())
            .streamViewType(change.view().name());
    change.oldImage().ifPresent(item -> images.oldImage(SdkValues.map(item)));
    change.newImage().ifPresent(item -> images.newImage(SdkValues.map(item)));
    return Record.builder()
        .eventID(change.eventId())
        .eventName(change.eventName().name())
        .eventVersion("1.1")
        .eventSource("aws:dynamodb")
        .awsRegion(change.region())
        .dynamodb(images.build())
        .userIdentity(change.byService() ? SERVICE : null)
        .build();
  }
}
