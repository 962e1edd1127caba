package dev.trestle.conformance.crash;

import dev.trestle.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Backs up, restores and imports tables while items are written. */
final class RecoveryWork {
  private static final Duration MAX = Duration.ofMinutes(5);
  private static final String BUCKET = "crash-imports";
  private static final int IMPORTED_ITEMS = 3_000;

  private final DynamoDbClient client;
  private final Path exports;
  private final String round;
  private final Consumer<String> acknowledged;

  RecoveryWork(DynamoDbClient client, Path exports, String round, Consumer<String> acknowledged) {
    this.client = client;
    this.exports = exports;
    this.round = round;
    this.acknowledged = acknowledged;
  }

  void run(SplittableRandom random) {
    writeFile();
    for (int i = 0; ; i++) {
      var name = "copy-" + round + "-" + i;
      switch (random.nextInt(3)) {
        case 0 -> backUp(name);
        case 1 -> restore(name);
        default -> importTable(name);
      }
    }
  }

  private void backUp(String name) {
    var arn =
        client
            .createBackup(request -> request.tableName(Layout.LOADED.table()).backupName(name))
            .backupDetails()
            .backupArn();
    Await.until(() -> status(arn) == BackupStatus.AVAILABLE, MAX);
    client.deleteBackup(request -> request.backupArn(arn));
  }

  private BackupStatus status(String arn) {
    return client
        .describeBackup(request -> request.backupArn(arn))
        .backupDescription()
        .backupDetails()
        .backupStatus();
  }

  private void restore(String name) {
    client.restoreTableToPointInTime(request ->
        request
            .sourceTableName(Layout.LOADED.table())
            .targetTableName(name)
            .useLatestRestorableTime(true));
    Await.until(() -> isActive(name), MAX);
    keepForAMoment(name);
  }

  private boolean isActive(String name) {
    return client.describeTable(request -> request.tableName(name)).table().tableStatus()
        == TableStatus.ACTIVE;
  }

  private void keepForAMoment(String name) {
    acknowledged.accept("created " + name);
    acknowledged.accept("deleting " + name);
    client.deleteTable(request -> request.tableName(name));
    acknowledged.accept("deleted " + name);
  }

  private void writeFile() {
    var lines = new StringBuilder();
    for (int i = 0; i < IMPORTED_ITEMS; i++) {
      lines.append("{\"Item\":{\"id\":{\"S\":\"imported-").append(i).append("\"}}}\n");
    }
    try {
      Files.createDirectories(exports.resolve(BUCKET));
      Files.writeString(exports.resolve(BUCKET).resolve("items.json"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void importTable(String name) {
    var id =
        AttributeDefinition.builder()
            .attributeName("id")
            .attributeType(ScalarAttributeType.S)
            .build();
    var key = KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build();
    var arn =
        client
            .importTable(request ->
                request
                    .s3BucketSource(source -> source.s3Bucket(BUCKET))
                    .inputFormat("DYNAMODB_JSON")
                    .inputCompressionType("NONE")
                    .tableCreationParameters(table ->
                        table
                            .tableName(name)
                            .billingMode(BillingMode.PAY_PER_REQUEST)
                            .attributeDefinitions(id)
                            .keySchema(key)))
            .importTableDescription()
            .importArn();
    Await.until(() -> status(client, arn) == ImportStatus.COMPLETED, MAX);
    keepForAMoment(name);
  }

  private static ImportStatus status(DynamoDbClient client, String arn) {
    return client
        .describeImport(request -> request.importArn(arn))
        .importTableDescription()
        .importStatus();
  }
}
