package dev.trestle.engine.operation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** UntagResource. */
public record UntagResource(@Nullable String resourceArn, @Nullable List<String> tagKeys)
    implements Operation<UntagResource.Done> {
  public record Done() {}

  @Override
  public UntagResource.Done run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
