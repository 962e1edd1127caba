package dev.trestle.fleet.sqs;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The address of a queue, in AWS or in another service with the API of SQS.
 *
 * @param region empty outside AWS
 */
public record SqsQueue(URI address, Optional<String> region) {
  private static final Pattern AWS =
      Pattern.compile("sqs\\.([a-z0-9-]+)\\.amazonaws\\.com(\\.cn)?");
  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-]{1,80}){1,3}");
  private static final Duration CALL_TIME_MAX = Duration.ofSeconds(5);
  private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(2);
  private static final int CONNECTIONS_MAX = 8;

  /** Reads a queue's URL such as {@code https://sqs.eu-north-1.amazonaws.com/123456789012/jobs}. */
  public static Optional<SqsQueue> parse(String address) {
    try {
      var uri = URI.create(address);
      if (uri.getScheme() == null || !uri.getScheme().matches("https?")) return Optional.empty();
      if (uri.getHost() == null || uri.getUserInfo() != null) return Optional.empty();
      if (uri.getQuery() != null || uri.getFragment() != null) return Optional.empty();
      if (!PATH.matcher(uri.getPath()).matches()) return Optional.empty();
      var aws = AWS.matcher(uri.getHost());
      return Optional.of(
          new SqsQueue(uri, aws.matches() ? Optional.of(aws.group(1)) : Optional.empty()));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** A client that tries each call once: what is not sent may be lost, and receiving goes on. */
  SqsClient client(String regionElsewhere, AwsCredentialsProvider credentials) {
    var builder =
        SqsClient.builder()
            .region(Region.of(region.orElse(regionElsewhere)))
            .credentialsProvider(credentials)
            .httpClientBuilder(
                Apache5HttpClient.builder()
                    .connectionTimeout(CONNECT_TIME_MAX)
                    .maxConnections(CONNECTIONS_MAX))
            .overrideConfiguration(calls ->
                calls
                    .retryStrategy(DefaultRetryStrategy.doNotRetry())
                    .apiCallTimeout(CALL_TIME_MAX));
    if (region.isEmpty()) builder.endpointOverride(address.resolve("/"));
    return builder.build();
  }
}
