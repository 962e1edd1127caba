package dev.trestle.platform.feed;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The stream of one table. */
final class FeedSource {
  private static final int PAGES_MAX = 1000;

  private final DynamoDbStreamsClient streams;
  private final InstantSource clock;
  private final String arn;

  private FeedSource(DynamoDbStreamsClient streams, InstantSource clock, String arn) {
    this.streams = streams;
    this.clock = clock;
    this.arn = arn;
  }

  static FeedSource of(
      DynamoDbClient client, DynamoDbStreamsClient streams, InstantSource clock, String table) {
    var arn = client.describeTable(ask -> ask.tableName(table)).table().latestStreamArn();
    if (arn == null) throw new IllegalArgumentException("the table " + table + " has no stream");
    return new FeedSource(streams, clock, arn);
  }

  /** All shards, parents before children. */
  List<Shard> shards() {
    var shards = new ArrayList<Shard>();
    var from = Optional.<String>empty();
    for (int page = 0; page < PAGES_MAX; page++) {
      var description =
          streams
              .describeStream(
                  DescribeStreamRequest.builder()
                      .streamArn(arn)
                      .exclusiveStartShardId(from.orElse(null))
                      .build())
              .streamDescription();
      shards.addAll(description.shards());
      from = Optional.ofNullable(description.lastEvaluatedShardId());
      if (from.isEmpty()) break;
    }
    shards.sort(Comparator.comparing(Shard::shardId)); // ids start with the creation time
    return shards;
  }

  String iterator(String shard, Checkpoint checkpoint) {
    var request = GetShardIteratorRequest.builder().streamArn(arn).shardId(shard);
    switch (checkpoint) {
      case Checkpoint.Since _ -> request.shardIteratorType(ShardIteratorType.TRIM_HORIZON);
      case Checkpoint.After(var number) ->
          request.shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER).sequenceNumber(number);
    }
    return streams.getShardIterator(request.build()).shardIterator();
  }

  GetRecordsResponse records(String iterator, int limit) {
    return streams.getRecords(
        GetRecordsRequest.builder().shardIterator(iterator).limit(limit).build());
  }

  Duration since(Instant then) {
    var age = Duration.between(then, clock.instant());
    return age.isNegative() ? Duration.ZERO : age;
  }
}
