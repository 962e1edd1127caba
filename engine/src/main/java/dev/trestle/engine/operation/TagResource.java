package dev.trestle.engine.operation;

import dev.trestle.engine.operation.TableParameters.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** TagResource. */
public record TagResource(@Nullable String resourceArn, @Nullable List<Tag> tags)
    implements Operation<TagResource.Done> {
  public record Done() {}

  @Override
  public TagResource.Done run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
