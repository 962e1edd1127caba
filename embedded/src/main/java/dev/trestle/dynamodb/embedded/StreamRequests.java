package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.GetRecords;
import dev.trestle.engine.operation.GetShardIterator;
import dev.trestle.engine.operation.ListStreams;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsRequest;

/** Turns requests about streams into operations. */
final class StreamRequests {
  private StreamRequests() {}

  static ListStreams list(ListStreamsRequest request) {
    return new ListStreams(request.tableName(), request.limit(), request.exclusiveStartStreamArn());
  }

  static DescribeStream describe(DescribeStreamRequest request) {
    var filter = request.shardFilter();
    return new DescribeStream(
        request.streamArn(),
        request.limit(),
        request.exclusiveStartShardId(),
        filter == null ? null : filter.shardId());
  }

  static GetShardIterator iterator(GetShardIteratorRequest request) {
    return new GetShardIterator(
        request.streamArn(),
        request.shardId(),
        request.shardIteratorTypeAsString(),
        request.sequenceNumber());
  }

  static GetRecords records(GetRecordsRequest request) {
    return new GetRecords(request.shardIterator(), request.limit());
  }
}
