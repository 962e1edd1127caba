package dev.trestle.testing.reference;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The error that a request must return. It changes nothing. */
public final class ExpectedError extends RuntimeException {
  static final String NO_SUCH_ATTRIBUTE =
      "The provided expression refers to an attribute that does not exist in the item";
  static final String WRONG_TYPE = "An operand in the update expression has an incorrect data type";
  static final String INVALID_PATH =
      "The document path provided in the update expression is invalid for update";

  /** Only the beginning of the text is fixed, since it contains the paths. */
  static final String OVERLAPPING_PATHS =
      "Invalid UpdateExpression: Two document paths overlap with each other";

  /**
   * Why one action of a transaction failed.
   *
   * @param code DynamoDB's code; {@code None} if the action did not fail
   */
  public record Reason(String code, Optional<Map<String, AttributeValue>> item) {
    static final Reason NONE = new Reason("None", Optional.empty());
  }

  private final String code;
  private final transient Optional<Map<String, AttributeValue>> item;
  private final transient List<Reason> reasons;

  private ExpectedError(
      String code,
      String message,
      Optional<Map<String, AttributeValue>> item,
      List<Reason> reasons) {
    super(message, null, false, false);
    this.code = code;
    this.item = item;
    this.reasons = reasons;
  }

  public static ExpectedError validation(String message) {
    return new ExpectedError("ValidationException", message, Optional.empty(), List.of());
  }

  static ExpectedError condition(Optional<Map<String, AttributeValue>> item) {
    var message = "The conditional request failed";
    return new ExpectedError("ConditionalCheckFailedException", message, item, List.of());
  }

  static ExpectedError cancelled(List<Reason> reasons) {
    var codes = String.join(", ", reasons.stream().map(Reason::code).toList());
    var message =
        "Transaction cancelled, please refer cancellation reasons for specific reasons ["
            + codes
            + "]";
    return new ExpectedError("TransactionCanceledException", message, Optional.empty(), reasons);
  }

  /** Returns DynamoDB's name of the error. */
  public String code() {
    return code;
  }

  /** Returns the existing item, if a failed condition returns it. */
  public Optional<Map<String, AttributeValue>> item() {
    return item;
  }

  public List<Reason> reasons() {
    return reasons;
  }
}
