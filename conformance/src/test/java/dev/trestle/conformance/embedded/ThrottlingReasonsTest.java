package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;

/** What clients over HTTP find in the errors of throttled requests. */
class ThrottlingReasonsTest {
  private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/limited";

  private final Trestle trestle =
      Trestle.open(
          EngineOptions.inMemory().withClock(new ManualClock()).withLimits(LimitedTables.ALL));
  private final DynamoDbServer server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
  private final DynamoDbClient client = client(server.endpoint());

  @AfterEach
  void close() {
    client.close();
    server.close();
    trestle.close();
  }

  private static DynamoDbClient client(URI endpoint) {
    return DynamoDbClient.builder()
        .httpClientBuilder(Apache5HttpClient.builder())
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
        .overrideConfiguration(settings -> settings.retryStrategy(AwsRetryStrategy.doNotRetry()))
        .build();
  }

  private static CreateTableRequest.Builder table() {
    return CreateTableRequest.builder()
        .tableName("limited")
        .attributeDefinitions(Pieces.attribute("pk", ScalarAttributeType.S))
        .keySchema(Pieces.hash("pk"));
  }

  private void put() {
    client.putItem(
        request -> request.tableName("limited").item(Map.of("pk", AttributeValue.fromS("a"))));
  }

  private static ThrottlingReason reason(String reason) {
    return ThrottlingReason.builder().reason(reason).resource(ARN).build();
  }

  @Test
  void the_reasons_of_a_provisioned_table_are_found() {
    client.createTable(
        table()
            .provisionedThroughput(units -> units.readCapacityUnits(1L).writeCapacityUnits(1L))
            .build());
    put();
    var refused = catchThrowableOfType(ProvisionedThroughputExceededException.class, () -> put());
    assertThat(refused.throttlingReasons())
        .containsExactly(reason("TableWriteProvisionedThroughputExceeded"));
  }

  /** Once there were none: unlike in other errors, the field begins with a small letter. */
  @Test
  void the_reasons_of_an_on_demand_table_are_found() {
    client.createTable(
        table()
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .onDemandThroughput(units -> units.maxWriteRequestUnits(1L))
            .build());
    put();
    var refused = catchThrowableOfType(ThrottlingException.class, () -> put());
    assertThat(refused.throttlingReasons())
        .containsExactly(reason("TableWriteMaxOnDemandThroughputExceeded"));
  }
}
