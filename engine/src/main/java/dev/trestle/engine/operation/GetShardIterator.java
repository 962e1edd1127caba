package dev.trestle.engine.operation;

import org.jspecify.annotations.Nullable;
/** GetShardIterator. */
public record GetShardIterator(@Nullable String streamArn, @Nullable String shardId, @Nullable String shardIteratorType, @Nullable String sequenceNumber)
    implements Operation<GetShardIterator.Result> {
  public record Result(String shardIterator) {}

  @Override
  public GetShardIterator.Result run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
