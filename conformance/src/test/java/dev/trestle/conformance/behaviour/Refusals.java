package dev.trestle.conformance.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What is asserted of requests that are refused with another code than ValidationException. */
final class Refusals {
  private Refusals() {}

  /** The call is refused with this code and text. */
  static void assertRefused(ThrowingCallable call, String code, String text) {
    var refusal = Answers.refusal(DynamoDbException.class, call).awsErrorDetails();
    assertThat(refusal.errorCode() + ": " + refusal.errorMessage()).isEqualTo(code + ": " + text);
  }

  /** The call is refused with this code; what the text says is nobody's promise. */
  static void assertRefused(ThrowingCallable call, String code) {
    var refusal = Answers.refusal(DynamoDbException.class, call).awsErrorDetails();
    assertThat(refusal.errorCode()).as(refusal.errorMessage()).isEqualTo(code);
  }
}
