package dev.trestle.engine.operation;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.AccessDeniedException;
import dev.trestle.engine.schema.TableTags;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** ListTagsOfResource: returns a table's tags. */
public record ListTagsOfResource(@Nullable String resourceArn, @Nullable String nextToken)
    implements Operation<ListTagsOfResource.Result> {
  public record Result(Map<String, String> tags, Optional<String> nextToken) {}

  @Override
  public ListTagsOfResource.Result run(OperationContext context) {
    var name = TableTags.requireArn(context, resourceArn);
    var table =
        context
            .catalog()
            .find(name)
            .orElseThrow(() ->
                new AccessDeniedException(
                    "User is not authorized to perform: dynamodb:ListTagsOfResource on resource: "
                        + resourceArn));
    return new Result(table.definition().tags(), Optional.empty());
  }
}
