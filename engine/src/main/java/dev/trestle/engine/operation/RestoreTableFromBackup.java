package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.PinnedTable;
import dev.trestle.engine.recovery.Recovery;
import dev.trestle.engine.recovery.RestoreOverrides;
import dev.trestle.engine.recovery.RestoreTarget;
import dev.trestle.engine.refusal.Refusal.BackupInUseException;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.result.TableDescription.Status;
import dev.trestle.engine.storage.Snapshot;
import dev.trestle.engine.table.RestoreSummary;
import dev.trestle.engine.table.TableBackup;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** RestoreTableFromBackup: creates a table from a backup. It can be used when it is ACTIVE. */
public record RestoreTableFromBackup(
    @Nullable String targetTableName, @Nullable String backupArn, RestoreOverrides overrides)
    implements Operation<TableDescription> {
  @Override
  public TableDescription run(OperationContext context) {
    var constraints =
        new Constraints().name("targetTableName", targetTableName).required("backupArn", backupArn);
    overrides.constrain(constraints);
    constraints.check();
    requireAvailable(context);
    return PinnedTable.pinned(context, snapshot -> restore(context, snapshot));
  }

  private void requireAvailable(OperationContext context) {
    var backup = context.backup(given(backupArn));
    if (backup.status() == TableBackup.Status.CREATING) {
      throw new BackupInUseException("Backup is being created: " + backupArn);
    }
    if (RestoreTarget.isUsing(context, backup)) {
      throw new BackupInUseException("Backup is being used to restore another table: " + backupArn);
    }
  }

  /** Restores the backup if it is still there now: so its items are in the snapshot. */
  private TableDescription restore(OperationContext context, Snapshot snapshot) {
    var backup = context.backup(given(backupArn));
    var source = backup.table();
    var summary =
        new RestoreSummary(source.name(), Optional.of(backup.id()), backup.created(), true);
    var name = TableNames.resolve(given(targetTableName));
    var target =
        RestoreTarget.create(context, overrides.definition(context, source, name, summary));
    var description =
        TableDescription.of(context.region(), target, target.definition(), Status.CREATING);
    new Recovery(context).restore(target, backup, snapshot);
    return description;
  }
}
