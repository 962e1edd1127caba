package dev.trestle.cli;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Credentials for a DynamoDB endpoint outside AWS. */
public final class EndpointCredentials {
  private EndpointCredentials() {}

  /** The SDK's usual credentials, or made-up ones: the SDK needs some even if nobody checks. */
  public static AwsCredentialsProvider find() {
    try (var usual = DefaultCredentialsProvider.builder().build()) {
      return StaticCredentialsProvider.create(usual.resolveCredentials());
    } catch (SdkClientException e) {
      return StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));
    }
  }
}
