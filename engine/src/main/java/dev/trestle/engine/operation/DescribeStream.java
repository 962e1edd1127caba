package dev.trestle.engine.operation;

import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.StreamSettings.ViewType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * DescribeStream: what a stream is and which shards it has.
 *
 * @param childrenOfShardId wants only the shards that this one was followed by
 */
public record DescribeStream(
    @Nullable String streamArn,
    @Nullable Integer limit,
    @Nullable String exclusiveStartShardId,
    @Nullable String childrenOfShardId)
    implements Operation<DescribeStream.Result> {
  private static final int SHARDS_MAX = 100;

  /** A part of a stream; closed when it has a last number. */
  public record Shard(
      String id,
      Optional<String> parentId,
      String firstSequenceNumber,
      Optional<String> lastSequenceNumber) {}

  /** Status is ENABLING, ENABLED, DISABLING or DISABLED. */
  public record Result(
      String arn,
      String label,
      String status,
      ViewType view,
      Instant created,
      String tableName,
      KeySchema keys,
      List<Shard> shards,
      Optional<String> lastEvaluatedShardId) {}

  @Override
  public DescribeStream.Result run(Kernel kernel) {
    var arn =
        new Constraints()
            .length("streamArn", streamArn, StreamNames.ARN_LENGTH_MIN, StreamNames.ARN_LENGTH_MAX)
            .atLeast("limit", limit, 1)
            .atMost("limit", limit, SHARDS_MAX)
            .length(
                "exclusiveStartShardId",
                exclusiveStartShardId,
                GetShardIterator.SHARD_ID_LENGTH_MIN,
                GetShardIterator.SHARD_ID_LENGTH_MAX)
            .length(
                "shardFilter.shardId",
                childrenOfShardId,
                GetShardIterator.SHARD_ID_LENGTH_MIN,
                GetShardIterator.SHARD_ID_LENGTH_MAX)
            .present("streamArn", streamArn);
    var stream = StreamNames.require(kernel, arn);
    var shards =
        kernel.streams().shards(stream).stream()
            .filter(shard ->
                exclusiveStartShardId == null || shard.id().compareTo(exclusiveStartShardId) > 0)
            .filter(shard ->
                childrenOfShardId == null
                    || shard.parentId().filter(childrenOfShardId::equals).isPresent())
            .map(DescribeStream::described)
            .toList();
    int count = Math.min(shards.size(), limit == null ? SHARDS_MAX : limit);
    var page = shards.subList(0, count);
    var settings = stream.settings();
    return new Result(
        arn,
        settings.label(),
        stream.closed().isPresent() ? "DISABLED" : "ENABLED",
        settings.view(),
        settings.created(),
        stream.tableName(),
        stream.keys(),
        page,
        count < shards.size() ? Optional.of(page.getLast().id) : Optional.<String>empty());
  }

  private static Shard described(dev.trestle.engine.stream.Shard shard) {
    return new Shard(
        shard.id(), shard.parentId(), shard.firstSequenceNumber(), shard.lastSequenceNumber());
  }
}
