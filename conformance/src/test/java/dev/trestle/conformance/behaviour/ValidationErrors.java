package dev.trestle.conformance.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Assertions about rejected calls. */
final class ValidationErrors {
  private static final String ONE_FAULT = "1 validation error detected: ";
  static final String CONDITION_FAILED = "The conditional request failed";

  private ValidationErrors() {}

  /**
   * Asserts that the call is rejected as invalid with one of the texts. In some regions DynamoDB
   * puts the number of violations before a text, so both forms are accepted.
   */
  static void assertInvalid(ThrowingCallable call, String... texts) {
    var accepted = new ArrayList<String>();
    for (var text : texts) {
      accepted.add(text);
      accepted.add(ONE_FAULT + text);
    }
    assertThat(invalid(call)).isIn(accepted);
  }

  /**
   * Asserts that the call violates exactly these constraints. DynamoDB reports them in no
   * particular order.
   */
  static void assertFaults(ThrowingCallable call, String... faults) {
    var text = invalid(call);
    var count = faults.length == 1 ? ONE_FAULT : faults.length + " validation errors detected: ";
    assertThat(text).startsWith(count);
    assertThat(text.substring(count.length()).split("; ")).containsExactlyInAnyOrder(faults);
  }

  /** Returns the text with which a call is rejected as invalid. */
  static String invalid(ThrowingCallable call) {
    var refusal = refusal(DynamoDbException.class, call);
    assertThat(refusal.awsErrorDetails().errorCode())
        .describedAs(refusal.getMessage())
        .isEqualTo("ValidationException");
    assertThat(refusal.statusCode()).isEqualTo(400);
    return refusal.awsErrorDetails().errorMessage();
  }

  static void assertNotFound(ThrowingCallable call) {
    assertThat(refusal(ResourceNotFoundException.class, call).awsErrorDetails().errorMessage())
        .isIn("Requested resource not found", "Cannot do operations on a non-existent table");
  }

  static ConditionalCheckFailedException conditionFailed(ThrowingCallable call) {
    var refusal = refusal(ConditionalCheckFailedException.class, call);
    assertThat(refusal.awsErrorDetails().errorMessage()).isEqualTo(CONDITION_FAILED);
    assertThat(refusal.awsErrorDetails().errorCode()).isEqualTo("ConditionalCheckFailedException");
    return refusal;
  }

  /** Asserts that the transaction is cancelled with these reason codes, one per action. */
  static List<CancellationReason> cancelled(ThrowingCallable call, String... codes) {
    var refusal = refusal(TransactionCanceledException.class, call);
    assertThat(refusal.awsErrorDetails().errorMessage())
        .isEqualTo(
            "Transaction cancelled, please refer cancellation reasons for specific reasons ["
                + String.join(", ", codes)
                + "]");
    assertThat(refusal.cancellationReasons())
        .extracting(CancellationReason::code)
        .containsExactly(codes);
    return refusal.cancellationReasons();
  }

  static <E extends DynamoDbException> E refusal(Class<E> type, ThrowingCallable call) {
    var refusal = catchThrowableOfType(type, call);
    if (refusal == null) throw new AssertionError("it was not refused");
    return refusal;
  }

  /** Returns the text for a missing member. */
  static String missing(String path) {
    return "Value null at '" + path + "' failed to satisfy constraint: Member must not be null";
  }

  static String notOneOf(String path, String value, String allowed) {
    return "Value '"
        + value
        + "' at '"
        + path
        + "' failed to satisfy constraint: Member must satisfy enum value set: ["
        + allowed
        + "]";
  }
}
