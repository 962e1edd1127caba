package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.RestoreTarget;
import dev.trestle.engine.result.ContinuousBackups;
import org.jspecify.annotations.Nullable;

/** DescribeContinuousBackups: returns to which times a table can be restored. */
public record DescribeContinuousBackups(@Nullable String tableName)
    implements Operation<ContinuousBackups> {
  @Override
  public ContinuousBackups run(OperationContext context) {
    new Constraints().table("tableName", tableName).check();
    var table = RestoreTarget.source(context, given(tableName));
    return new ContinuousBackups(
        table.definition().recovery(), context.now(), context.storage().logTime());
  }
}
