package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.Recovery;
import dev.trestle.engine.recovery.RestoreTarget;
import dev.trestle.engine.result.ContinuousBackups;
import dev.trestle.engine.table.OpenTable;
import org.jspecify.annotations.Nullable;

/** DescribeContinuousBackups: returns to which times a table can be restored. */
public record DescribeContinuousBackups(@Nullable String tableName)
    implements Operation<ContinuousBackups> {
  @Override
  public ContinuousBackups run(OperationContext context) {
    new Constraints().table("tableName", tableName).check();
    var table = RestoreTarget.source(context, given(tableName));
    return described(context, table);
  }

  static ContinuousBackups described(OperationContext context, OpenTable table) {
    var recovery = table.definition().recovery();
    return new ContinuousBackups(
        recovery, recovery.map(new Recovery(context)::earliest), context.storage().logTime());
  }
}
