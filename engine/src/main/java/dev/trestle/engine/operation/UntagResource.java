package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.Constraints.given;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** UntagResource. */
public record UntagResource(@Nullable String resourceArn, @Nullable List<String> tagKeys)
    implements Operation<UntagResource.Done> {
  public record Done() {}

  @Override
  public UntagResource.Done run(Kernel kernel) {
    var name = TableTags.requireArn(kernel, resourceArn);
    new Constraints().required("tagKeys", tagKeys).check();
    var removed = given(tagKeys);
    if (removed.isEmpty()) {
      throw new ValidationException("Atleast one Tag Key needs to be provided as Input.");
    }
    TableTags.requireFew(removed.size());
    removed.forEach(TableTags::requireKey);
    var table = TableTags.table(kernel, given(resourceArn), name);
    kernel
        .catalog()
        .alter(
            table,
            definition -> {
              var left = new TreeMap<>(definition.tags());
              left.keySet().removeAll(removed);
              return definition.change().tags(left).done();
            });
    return new Done();
  }
}
