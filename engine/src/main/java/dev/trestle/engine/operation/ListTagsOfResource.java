package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.Constraints.given;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** ListTagsOfResource. */
public record ListTagsOfResource(@Nullable String resourceArn, @Nullable String nextToken)
    implements Operation<ListTagsOfResource.Result> {
  public record Result(Map<String, String> tags, Optional<String> nextToken) {}

  @Override
  public ListTagsOfResource.Result run(Kernel kernel) {
    var name = TableTags.requireArn(kernel, resourceArn);
    var table = TableTags.table(kernel, given(resourceArn), name);
    return new Result(table.definition().tags(), Optional.empty());
  }
}
