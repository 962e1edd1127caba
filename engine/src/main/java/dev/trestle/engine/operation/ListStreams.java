package dev.trestle.engine.operation;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
/** ListStreams. */
public record ListStreams(@Nullable String tableName, @Nullable Integer limit, @Nullable String exclusiveStartStreamArn)
    implements Operation<ListStreams.Result> {
  public record Stream(String arn, String tableName, String label) {}

  public record Result(List<Stream> streams, Optional<String> lastEvaluatedStreamArn) {}

  @Override
  public ListStreams.Result run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
