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
      Pattern.compile("arn:[^:]*:dynamodb:[^:]*:[^:]*:table/([^/]+)");
  private static final int LENGTH_MIN = 3;
  private static final int LENGTH_MAX = 255;

  private TableNames() {}

  /** The name in a table's ARN; anything else is taken for a name. */
  public static String resolve(String nameOrArn) {
    if (!nameOrArn.startsWith("arn:")) return nameOrArn;
    var arn = ARN.matcher(nameOrArn);
    return arn.matches() ? arn.group(1) : nameOrArn;
  }

  public static String arn(String region, String name) {
    return "arn:aws:dynamodb:" + region + ":" + ACCOUNT + ":table/" + name;
  }

  /**
   * The name that an operation about tables was given. Unlike the operations about items, these
   * look at its presence and length before they count what else is wrong.
   */
  static String given(@Nullable String nameOrArn) {
    if (nameOrArn == null) {
      throw new ValidationException(
          "The parameter 'TableName' is required but was not present in the request");
    }
    var name = resolve(nameOrArn);
    if (name.length() < LENGTH_MIN || name.length() > LENGTH_MAX) {
      throw new ValidationException(
          "TableName must be at least 3 characters long and at most 255 characters long");
    }
    return name;
  }

  /** The table, or the refusal that operations about tables give. */
  static Table require(Kernel kernel, String name) {
    return kernel
        .catalog()
        .find(name)
        .orElseThrow(() ->
            new ResourceNotFoundException(
                "Requested resource not found: Table: " + name + " not found"));
  }
}
