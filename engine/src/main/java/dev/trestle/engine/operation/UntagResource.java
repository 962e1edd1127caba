package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.schema.TableTags;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** UntagResource: removes tags from a table. */
public record UntagResource(@Nullable String resourceArn, @Nullable List<String> tagKeys)
    implements Operation<UntagResource.Done> {
  public record Done() {}

  @Override
  public UntagResource.Done run(OperationContext context) {
    var name = TableTags.requireArn(context, resourceArn);
    new Constraints().required("tagKeys", tagKeys).check();
    var removed = given(tagKeys);
    if (removed.isEmpty()) {
      throw new ValidationException("Atleast one Tag Key needs to be provided as Input.");
    }
    TableTags.requireFew(removed.size());
    removed.forEach(TableTags::requireKey);
    var table = TableTags.table(context, given(resourceArn), name);
    context
        .catalog()
        .alter(
            table,
            definition -> {
              var left = new TreeMap<>(definition.tags());
              left.keySet().removeAll(removed);
              return definition.toBuilder().tags(left).build();
            });
    return new Done();
  }
}
