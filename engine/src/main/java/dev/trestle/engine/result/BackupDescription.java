package dev.trestle.engine.result;

import dev.trestle.engine.table.TableBackup;

/**
 * A backup, and the ARNs by which requests refer to it and its table.
 *
 * @param deleted whether it was just deleted
 */
public record BackupDescription(TableBackup backup, String arn, String tableArn, boolean deleted) {
  public String status() {
    return deleted ? "DELETED" : backup.status().name();
  }
}
