package dev.trestle.engine.request;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.TableStream;
import java.util.regex.Pattern;

/** The ARNs of streams. */
public final class StreamArns {
  public static final int ARN_LENGTH_MIN = 37;
  public static final int ARN_LENGTH_MAX = 1024;

  private static final Pattern ARN =
      Pattern.compile("arn:[^:]*:dynamodb:[^:]*:[^:]*:table/[^/]+/stream/[^/]+");

  private StreamArns() {}

  public static String of(String region, TableStream stream) {
    return TableNames.arn(region, stream.tableName()) + "/stream/" + stream.settings().label();
  }

  /** Rejects a text that is not the ARN of a stream. */
  public static void checkForm(String arn) {
    if (!ARN.matcher(arn).matches()) throw new ValidationException("Invalid StreamArn");
  }
}
