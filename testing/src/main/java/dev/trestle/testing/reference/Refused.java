package dev.trestle.testing.reference;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The answer is an error, and nothing has changed. */
public final class Refused extends RuntimeException {
  static final String NO_SUCH_ATTRIBUTE =
      "The provided expression refers to an attribute that does not exist in the item";
  static final String WRONG_TYPE = "An operand in the update expression has an incorrect data type";
  static final String INVALID_PATH =
      "The document path provided in the update expression is invalid for update";

  /** The text names the paths; only its beginning is fixed. */
  static final String OVERLAPPING_PATHS =
      "Invalid UpdateExpression: Two document paths overlap with each other";

  /**
   * Why one action of a transaction stood in the way.
   *
   * @param code DynamoDB's; {@code None} where the action did not
   */
  public record Reason(String code, Optional<Map<String, AttributeValue>> item) {
    static final Reason NONE = new Reason("None", Optional.empty());
  }

  private final String code;
  private final transient Optional<Map<String, AttributeValue>> item;
  private final transient List<Reason> reasons;

  private Refused(
      String code,
      String message,
      Optional<Map<String, AttributeValue>> item,
      List<Reason> reasons) {
    super(message, null, false, false);
    this.code = code;
    this.item = item;
    this.reasons = reasons;
  }

  public static Refused validation(String message) {
    return new Refused("ValidationException", message, Optional.empty(), List.of());
  }

  static Refused condition(Optional<Map<String, AttributeValue>> item) {
    var message = "The conditional request failed";
    return new Refused("ConditionalCheckFailedException", message, item, List.of());
  }

  static Refused cancelled(List<Reason> reasons) {
    var codes = String.join(", ", reasons.stream().map(Reason::code).toList());
    var message =
        "Transaction cancelled, please refer cancellation reasons for specific reasons ["
            + codes
            + "]";
    return new Refused("TransactionCanceledException", message, Optional.empty(), reasons);
  }

  /** DynamoDB's name of the error. */
  public String code() {
    return code;
  }

  /** The item as it was, where a failed condition gives it back. */
  public Optional<Map<String, AttributeValue>> item() {
    return item;
  }

  public List<Reason> reasons() {
    return reasons;
  }
}
