package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.Tag;
import dev.trestle.engine.schema.TableTags;
import dev.trestle.engine.table.TableDefinition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** TagResource: adds tags to a table. */
public record TagResource(@Nullable String resourceArn, @Nullable List<Tag> tags)
    implements Operation<TagResource.Done> {
  public record Done() {}

  @Override
  public TagResource.Done run(OperationContext context) {
    var name = TableTags.requireArn(context, resourceArn);
    new Constraints().required("tags", tags).check();
    var wanted = given(tags);
    if (wanted.isEmpty()) {
      throw new ValidationException("Atleast one Tag needs to be provided as Input.");
    }
    var added = TableTags.of(wanted);
    var table = TableTags.table(context, given(resourceArn), name);
    context.catalog().alter(table, definition -> tagged(definition, added));
    return new Done();
  }

  private static TableDefinition tagged(TableDefinition definition, Map<String, String> added) {
    var all = new TreeMap<>(definition.tags());
    all.putAll(added);
    TableTags.requireFew(all.size());
    return definition.toBuilder().tags(all).build();
  }
}
