package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.RestoreTarget;
import dev.trestle.engine.refusal.Refusal.BackupInUseException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.result.BackupDescription;
import dev.trestle.engine.table.TableBackup;
import org.jspecify.annotations.Nullable;

/** DeleteBackup: removes a backup. */
public record DeleteBackup(@Nullable String backupArn) implements Operation<BackupDescription> {
  @Override
  public BackupDescription run(OperationContext context) {
    new Constraints().required("backupArn", backupArn).check();
    var backup = context.backup(given(backupArn));
    if (backup.status() == TableBackup.Status.CREATING) {
      throw new BackupInUseException("Backup is being created: " + backupArn);
    }
    if (RestoreTarget.isUsing(context, backup)) {
      throw new BackupInUseException("Backup is being used to restore table: " + backupArn);
    }
    if (backup.kind() == TableBackup.Kind.SYSTEM) {
      throw new ValidationException(
          "Invalid Request: User is not allowed to delete the system backup with arn "
              + backupArn
              + ". It will automatically expire on "
              + backup.expires().orElseThrow());
    }
    context.catalog().deleteBackup(backup);
    return DescribeBackup.described(context, backup, true);
  }
}
