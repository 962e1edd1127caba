package dev.trestle.app;

import java.io.PrintWriter;
import java.net.URI;
import java.util.Optional;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Option;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Which DynamoDB a command talks to: an endpoint by its address, or that of AWS. */
final class Endpoint {
  private Optional<URI> address = Optional.empty();
  private Optional<String> region = Optional.empty();
  private String prefix = "";

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "Such as http://localhost:8000; AWS itself if there is none.")
  void address(String url) {
    try {
      var given = URI.create(url);
      if (given.getHost() == null) throw new IllegalArgumentException("it has no host");
      address = Optional.of(given);
    } catch (IllegalArgumentException e) {
      throw new WrongUse("--endpoint %s: %s".formatted(url, e.getMessage()));
    }
  }

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "Else as the SDK finds it, or us-east-1 with --endpoint.")
  void region(String name) {
    region = Optional.of(name);
  }

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "Stands before every table's name.")
  void prefix(String text) {
    prefix = text;
  }

  String prefix() {
    return prefix;
  }

  /** Does something with a client; says so if nobody answers or the SDK does not know enough. */
  int with(PrintWriter err, ToIntFunction<DynamoDbClient> work) {
    try (var client = client()) {
      return work.applyAsInt(client);
    } catch (SdkClientException e) {
      err.println("trestle: %s: %s".formatted(shown(), e.getMessage()));
      return ExitCode.MISSING;
    }
  }

  private String shown() {
    return address.map(URI::toString).orElse("AWS");
  }

  private DynamoDbClient client() {
    var builder = DynamoDbClient.builder();
    region.or(() -> address.map(_ -> "us-east-1")).map(Region::of).ifPresent(builder::region);
    address.ifPresent(url -> builder.endpointOverride(url).credentialsProvider(credentials()));
    return builder.build();
  }

  /** An endpoint of one's own seldom asks who comes; the SDK wants some key all the same. */
  static AwsCredentialsProvider credentials() {
    try (var usual = DefaultCredentialsProvider.builder().build()) {
      return StaticCredentialsProvider.create(usual.resolveCredentials());
    } catch (SdkClientException e) {
      return StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));
    }
  }
}
