package dev.trestle.conformance.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Assertions about calls that are rejected with another code than ValidationException. */
final class Refusals {
  private Refusals() {}

  /** Asserts that the call is rejected with this code and text. */
  static void assertRefused(ThrowingCallable call, String code, String text) {
    var refusal = ValidationErrors.refusal(DynamoDbException.class, call).awsErrorDetails();
    assertThat(refusal.errorCode() + ": " + refusal.errorMessage()).isEqualTo(code + ": " + text);
  }

  /** Asserts that the call is rejected with this code. The text is not documented. */
  static void assertRefused(ThrowingCallable call, String code) {
    var refusal = ValidationErrors.refusal(DynamoDbException.class, call).awsErrorDetails();
    assertThat(refusal.errorCode()).as(refusal.errorMessage()).isEqualTo(code);
  }
}
