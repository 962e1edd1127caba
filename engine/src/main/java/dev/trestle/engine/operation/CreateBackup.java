package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.PinnedTable;
import dev.trestle.engine.recovery.Recovery;
import dev.trestle.engine.recovery.RestoreTarget;
import dev.trestle.engine.result.BackupDescription;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.table.TableBackup;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** CreateBackup: copies a table as it is now. The copy is complete when it is AVAILABLE. */
public record CreateBackup(@Nullable String tableName, @Nullable String backupName)
    implements Operation<BackupDescription> {
  @Override
  public BackupDescription run(OperationContext context) {
    new Constraints().table("tableName", tableName).indexName("backupName", backupName).check();
    RestoreTarget.complete(context, given(tableName));
    return PinnedTable.pinned(context, snapshot -> backUp(context, snapshot));
  }

  /** Backs up the table that is still there now: so its items are in the snapshot. */
  private BackupDescription backUp(OperationContext context, Snapshot snapshot) {
    var table = RestoreTarget.complete(context, given(tableName));
    var backup =
        new TableBackup(
            context.catalog().newId(),
            given(backupName),
            TableBackup.Kind.USER,
            TableBackup.Status.CREATING,
            context.now(),
            Optional.empty(),
            table.definition(),
            table.itemCount(),
            table.byteCount());
    context.catalog().putBackup(backup);
    new Recovery(context).backUp(backup, snapshot);
    return DescribeBackup.described(context, backup, false);
  }
}
