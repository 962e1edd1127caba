package dev.trestle.engine.request;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.regex.Pattern;

/** Table names, which requests may also give as ARNs. */
public final class TableNames {
  /** The account in all ARNs. An engine has only one. */
  public static final String ACCOUNT = "000000000000";

  private static final Pattern ARN =
      Pattern.compile("arn:[^:]*:[^:]*:[^:]*:[^:]*:table/([a-zA-Z0-9_.-]{3,255})");

  private TableNames() {}

  /**
   * Returns the name in a table's ARN. Any other text is returned as it is. The account and region
   * of the ARN are ignored.
   */
  public static String resolve(String nameOrArn) {
    if (!nameOrArn.startsWith("arn:")) return nameOrArn;
    var arn = ARN.matcher(nameOrArn);
    if (arn.matches()) return arn.group(1);
    throw new ValidationException(
        "1 validation error detected: Value '"
            + nameOrArn
            + "' at 'tableName' failed to satisfy constraint: Valid ARN format is"
            + " 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName',"
            + " where Resource name must have length less than or equal to 255, Resource name must"
            + " have length greater than or equal to 3, Resource name must satisfy regular"
            + " expression pattern: [a-zA-Z0-9_.-]+");
  }

  public static String arn(String region, String name) {
    return "arn:aws:dynamodb:" + region + ":" + ACCOUNT + ":table/" + name;
  }
}
