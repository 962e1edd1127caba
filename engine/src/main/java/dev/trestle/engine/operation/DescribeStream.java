package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.request.StreamArns;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.StreamSettings.ViewType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * DescribeStream: returns a stream and its shards.
 *
 * @param childrenOfShardId if set, only the children of this shard are returned
 */
public record DescribeStream(
    @Nullable String streamArn,
    @Nullable Integer limit,
    @Nullable String exclusiveStartShardId,
    @Nullable String childrenOfShardId)
    implements Operation<DescribeStream.Result> {
  private static final int SHARDS_MAX = 100;

  /** A shard. It is closed if it has a last sequence number. */
  public record Shard(
      String id,
      Optional<String> parentId,
      String firstSequenceNumber,
      Optional<String> lastSequenceNumber) {}

  /** The stream. Its status is ENABLING, ENABLED, DISABLING or DISABLED. */
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
  public DescribeStream.Result run(OperationContext context) {
    var arn =
        new Constraints()
            .length("streamArn", streamArn, StreamArns.ARN_LENGTH_MIN, StreamArns.ARN_LENGTH_MAX)
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
    var stream = context.stream(arn);
    var shards =
        context.streams().shards(stream).stream()
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
