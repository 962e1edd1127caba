package dev.trestle.engine.operation;

import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.TableStream;
import java.util.regex.Pattern;

/** The ARNs of streams. */
final class StreamNames {
  static final int ARN_LENGTH_MIN = 37;
  static final int ARN_LENGTH_MAX = 1024;

  private static final Pattern ARN =
      Pattern.compile("arn:[^:]*:dynamodb:[^:]*:[^:]*:table/[^/]+/stream/[^/]+");

  private StreamNames() {}

  static String arn(Kernel kernel, TableStream stream) {
    return TableNames.arn(kernel.region(), stream.tableName())
        + "/stream/"
        + stream.settings().label();
  }

  /** Refuses what cannot be the ARN of a stream. */
  static void checkForm(String arn) {
    if (!ARN.matcher(arn).matches()) throw new ValidationException("Invalid StreamArn");
  }

  /** The stream of this ARN. */
  static TableStream require(Kernel kernel, String arn) {
    checkForm(arn);
    return kernel.catalog().streams().stream()
        .filter(stream -> arn(kernel, stream).equals(arn))
        .findFirst()
        .orElseThrow(() ->
            new ResourceNotFoundException(
                "Requested resource not found: Stream: " + arn + " not found"));
  }
}
