package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.request.BackupArns;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.result.BackupDescription;
import dev.trestle.engine.table.TableBackup;
import org.jspecify.annotations.Nullable;

/** DescribeBackup: returns a backup and the definition of its table. */
public record DescribeBackup(@Nullable String backupArn) implements Operation<BackupDescription> {
  @Override
  public BackupDescription run(OperationContext context) {
    new Constraints().required("backupArn", backupArn).check();
    return described(context, context.backup(given(backupArn)), false);
  }

  static BackupDescription described(
      OperationContext context, TableBackup backup, boolean deleted) {
    return new BackupDescription(
        backup,
        BackupArns.of(context.region(), backup),
        TableNames.arn(context.region(), backup.table().name()),
        deleted);
  }
}
