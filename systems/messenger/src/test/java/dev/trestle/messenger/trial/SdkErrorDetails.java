package dev.trestle.messenger.trial;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The details by which the SDK classifies errors. */
final class SdkErrorDetails {
  private SdkErrorDetails() {}

  static AwsErrorDetails of(String code) {
    return AwsErrorDetails.builder()
        .errorCode(code)
        .errorMessage("planted")
        .serviceName("DynamoDb")
        .sdkHttpResponse(SdkHttpResponse.builder().statusCode(400).build())
        .build();
  }
}
