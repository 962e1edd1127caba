package dev.trestle.messenger.trial;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.SdkHttpResponse;

/** What the SDK wants to know of an error to tell its kind. */
final class Details {
  private Details() {}

  static AwsErrorDetails of(String code) {
    return AwsErrorDetails.builder()
        .errorCode(code)
        .errorMessage("planted")
        .serviceName("DynamoDb")
        .sdkHttpResponse(SdkHttpResponse.builder().statusCode(400).build())
        .build();
  }
}
