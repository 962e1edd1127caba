package dev.trestle.engine.operation;

import org.jspecify.annotations.Nullable;

/** UpdateTimeToLive. */
public record UpdateTimeToLive(
    @Nullable String tableName, @Nullable Boolean enabled, @Nullable String attributeName)
    implements Operation<UpdateTimeToLive.Result> {
  public record Result(boolean enabled, String attributeName) {}

  @Override
  public UpdateTimeToLive.Result run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
