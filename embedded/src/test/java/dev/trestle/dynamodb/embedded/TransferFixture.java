package dev.trestle.dynamodb.embedded;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.ImportTableDescription;
import software.amazon.awssdk.services.dynamodb.model.ImportTableRequest;
import software.amazon.awssdk.services.dynamodb.model.InputFormat;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableCreationParameters;

/** Exports and imports, and waits for their ends. */
public final class TransferFixture {
  public static final String BUCKET = "exports-of-tests";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final DynamoDbClient client;

  public TransferFixture(DynamoDbClient client) {
    this.client = client;
  }

  public static DynamoDbClient over(URI endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
        .build();
  }

  public void createWithRecovery() {
    Samples.createTable(client);
    client.updateContinuousBackups(r ->
        r.tableName(Samples.TABLE)
            .pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(true)));
  }

  public String tableArn() {
    return client.describeTable(r -> r.tableName(Samples.TABLE)).table().tableArn();
  }

  public ExportDescription export(Consumer<ExportTableToPointInTimeRequest.Builder> more) {
    var arn = tableArn();
    var started =
        client.exportTableToPointInTime(r -> more.accept(r.tableArn(arn).s3Bucket(BUCKET)));
    return ended(started.exportDescription().exportArn());
  }

  public ExportDescription ended(String exportArn) {
    return await(
        () -> client.describeExport(r -> r.exportArn(exportArn)).exportDescription(),
        export -> export.exportStatus() != ExportStatus.IN_PROGRESS);
  }

  public ImportTableDescription imported(Consumer<ImportTableRequest.Builder> more) {
    var started =
        client.importTable(r -> {
          r.inputFormat(InputFormat.DYNAMODB_JSON).inputCompressionType("GZIP");
          more.accept(r);
        });
    return importEnded(started.importTableDescription().importArn());
  }

  public ImportTableDescription importEnded(String importArn) {
    return await(
        () -> client.describeImport(r -> r.importArn(importArn)).importTableDescription(),
        found -> found.importStatus() != ImportStatus.IN_PROGRESS);
  }

  /** The keys of {@link Samples}, without its index. */
  public static TableCreationParameters parameters(String table) {
    return TableCreationParameters.builder()
        .tableName(table)
        .billingMode("PAY_PER_REQUEST")
        .attributeDefinitions(
            Samples.attribute("pk", ScalarAttributeType.S),
            Samples.attribute("sk", ScalarAttributeType.N))
        .keySchema(Samples.element("pk", KeyType.HASH), Samples.element("sk", KeyType.RANGE))
        .build();
  }

  /** All items of a table by their keys. */
  public Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items(String table) {
    var items = new HashMap<Map<String, AttributeValue>, Map<String, AttributeValue>>();
    for (var item : client.scanPaginator(r -> r.tableName(table).consistentRead(true)).items()) {
      items.put(Map.of("pk", item.get("pk"), "sk", item.get("sk")), item);
    }
    return items;
  }

  public static <T> T await(Supplier<T> source, Predicate<T> isWanted) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      var found = source.get();
      if (isWanted.test(found)) return found;
      if (System.nanoTime() > deadline) throw new AssertionError("still " + found);
      LockSupport.parkNanos(2_000_000);
    }
  }
}
