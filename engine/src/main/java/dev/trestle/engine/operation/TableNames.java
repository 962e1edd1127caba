package dev.trestle.engine.operation;

import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.Table;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of tables, which requests may also give as ARNs. */
public final class TableNames {
  /** All of an engine's tables belong to one account, since it has no others. */
  public static final String ACCOUNT = "000000000000";

  private static final Pattern ARN =
      Pattern.compile("arn:[^:]*:[^:]*:[^:]*:[^:]*:table/([a-zA-Z0-9_.-]{3,255})");

  private TableNames() {}

  /**
   * The name in a table's ARN; anything else is taken for a name. Account and region of the ARN are
   * not looked at.
   */
  public static String resolve(String nameOrArn) {
    if (!nameOrArn.startsWith("arn:")) return nameOrArn;
    var arn = ARN.matcher(nameOrArn);
    if (arn.matches()) return arn.group(1);
    throw new ValidationException(
        "1 validation error detected: Value '"
            + nameOrArn
            + "' at 'tableName' failed to satisfy constraint: Valid ARN format is"
            + " 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', where"
            + " Resource name must have length less than or equal to 255, Resource name must have"
            + " length greater than or equal to 3, Resource name must satisfy regular expression"
            + " pattern: [a-zA-Z0-9_.-]+");
  }

  public static String arn(String region, String name) {
    return "arn:aws:dynamodb:" + region + ":" + ACCOUNT + ":table/" + name;
  }

  /** The table that a request is about, where its name is all that can be wrong. */
  static Table require(Kernel kernel, @Nullable String nameOrArn) {
    new Constraints().name("tableName", nameOrArn).check();
    return requireNamed(kernel, resolve(Constraints.given(nameOrArn)));
  }

  /** The table, or the refusal that operations about tables give. */
  static Table requireNamed(Kernel kernel, String name) {
    return kernel
        .catalog()
        .find(name)
        .orElseThrow(() ->
            new ResourceNotFoundException(
                "Requested resource not found: Table: " + name + " not found"));
  }
}
