package dev.trestle.engine.operation;

import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.StreamSettings.ViewType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
/** DescribeStream. */
public record DescribeStream(@Nullable String streamArn, @Nullable Integer limit, @Nullable String exclusiveStartShardId, @Nullable String childrenOfShardId)
    implements Operation<DescribeStream.Result> {
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
    throw Kernel.notYet(this);
  }
}
