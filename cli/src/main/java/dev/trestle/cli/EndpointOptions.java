package dev.trestle.cli;

import java.io.PrintWriter;
import java.net.URI;
import java.util.Optional;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Option;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The DynamoDB that a command talks to: an endpoint, or AWS. */
final class EndpointOptions {
  private Optional<URI> address = Optional.empty();
  private Optional<String> region = Optional.empty();
  private String prefix = "";

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "A DynamoDB endpoint such as http://localhost:8000 (AWS).")
  void address(String url) {
    try {
      var given = URI.create(url);
      if (given.getHost() == null) throw new IllegalArgumentException("it names no host");
      address = Optional.of(given);
    } catch (IllegalArgumentException e) {
      throw new UsageError("--endpoint %s: %s".formatted(url, e.getMessage()));
    }
  }

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The region (as configured for the AWS SDK; us-east-1 with --endpoint).")
  void region(String name) {
    region = Optional.of(name);
  }

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Prefix of every table name.")
  void prefix(String text) {
    prefix = text;
  }

  /** The prefix of every table name. */
  String prefix() {
    return prefix;
  }

  /** Runs work with a client, and prints an error if the endpoint cannot be reached. */
  int with(PrintWriter err, ToIntFunction<DynamoDbClient> work) {
    try (var client = client()) {
      return work.applyAsInt(client);
    } catch (SdkClientException e) {
      err.println("trestle: %s: %s".formatted(shown(), explained(e)));
      return ExitCode.MISSING;
    }
  }

  /** What to do about an error of the SDK, whose own text names classes. */
  private static String explained(SdkClientException e) {
    var message = String.valueOf(e.getMessage());
    if (message.startsWith("Unable to load region")) {
      return "no region is configured. Give --region, set AWS_REGION, or name an --endpoint.";
    }
    if (message.startsWith("Unable to load credentials")) {
      return "no credentials are configured. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or"
          + " sign in with the AWS CLI.";
    }
    return message;
  }

  private String shown() {
    return address.map(URI::toString).orElse("AWS");
  }

  private DynamoDbClient client() {
    var builder = DynamoDbClient.builder();
    region.or(() -> address.map(url -> "us-east-1")).map(Region::of).ifPresent(builder::region);
    address.ifPresent(
        url -> builder.endpointOverride(url).credentialsProvider(EndpointCredentials.find()));
    return builder.build();
  }
}
