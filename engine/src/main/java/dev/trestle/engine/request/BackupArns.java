package dev.trestle.engine.request;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.TableBackup;
import java.util.regex.Pattern;

/** The ARNs of backups. */
public final class BackupArns {
  private static final Pattern ARN =
      Pattern.compile("arn:[^:]*:dynamodb:[^:]*:[^:]*:table/[^/]+/backup/[^/]+");

  private BackupArns() {}

  public static String of(String region, String table, String backupId) {
    return TableNames.arn(region, table) + "/backup/" + backupId;
  }

  public static String of(String region, TableBackup backup) {
    return of(region, backup.table().name(), backup.id());
  }

  /** Rejects a text that is not the ARN of a backup. */
  public static void checkForm(String arn) {
    if (!ARN.matcher(arn).matches()) throw new ValidationException("Invalid BackupArn");
  }
}
