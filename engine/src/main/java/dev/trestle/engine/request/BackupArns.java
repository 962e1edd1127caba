package dev.trestle.engine.request;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.TableBackup;
import java.util.regex.Pattern;

/** The ARNs of backups. */
public final class BackupArns {
  private static final Pattern ARN =
      Pattern.compile("arn:[^:]*:dynamodb:[^:]*:[^:]*:table/[^/]+/backup/([^/]+)");

  private BackupArns() {}

  public static String of(String region, String table, String backupId) {
    return TableNames.arn(region, table) + "/backup/" + backupId;
  }

  public static String of(String region, TableBackup backup) {
    return of(region, backup.table().name(), backup.id());
  }

  /** Returns the id in the ARN of a backup, and rejects any other text. */
  public static String id(String arn) {
    var found = ARN.matcher(arn);
    if (!found.matches()) throw new ValidationException("Invalid Backup ARN");
    return found.group(1);
  }
}
