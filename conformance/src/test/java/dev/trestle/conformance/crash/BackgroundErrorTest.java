package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.StorageException;
import dev.trestle.testing.Await;
import dev.trestle.testing.BrokenLog;
import dev.trestle.testing.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** An error of the virtual machine in each thread that works in the background of an engine. */
class BackgroundErrorTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String TABLE = "things";
  private static final String COPY = "copy";
  private static final String INDEX = "by_kind";
  private static final int ITEMS = 5;

  private final Path folder = TemporaryFolder.create();
  private final ThrowingPoint faults = new ThrowingPoint();

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  /** Throws an error at one fault point, a given number of times. */
  private static final class ThrowingPoint implements FaultPoints {
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger arrivals = new AtomicInteger();
    private volatile String point = "";
    private volatile Error error = new Error();

    void arm(String name, Error thrown, int times) {
      error = thrown;
      point = name;
      left.set(times);
    }

    void heal() {
      left.set(0);
    }

    int arrivals() {
      return arrivals.get();
    }

    @Override
    public void reached(String name) {
      if (!name.equals(point)) return;
      arrivals.incrementAndGet();
      if (left.getAndDecrement() > 0) throw error;
    }
  }

  static Stream<Error> errors() {
    return Stream.of(new OutOfMemoryError("on purpose"), new NoClassDefFoundError("on purpose"));
  }

  private Trestle open() {
    return Trestle.open(EngineOptions.at(folder).withFaults(faults));
  }

  private Trestle openFilled() {
    var trestle = open();
    create(trestle.client());
    for (int i = 0; i < ITEMS; i++) put(trestle.client(), "id" + i);
    return trestle;
  }

  private static boolean fails(Runnable check) {
    try {
      check.run();
      return false;
    } catch (StorageException e) {
      return true;
    }
  }

  private static void checkSound(Trestle trestle) {
    put(trestle.client(), "later");
    assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("errors")
  void an_index_is_built_after_the_next_opening(Error error) {
    try (var trestle = openFilled()) {
      trestle.engine().checkBackgroundTasks();
      faults.arm(FaultPoints.BACKFILL_CHUNK, error, 1);
      addIndex(trestle.client());
      Await.until(() -> fails(trestle.engine()::checkBackgroundTasks), PATIENCE);
      assertThat(indexStatus(trestle.client())).isEqualTo(IndexStatus.CREATING);
      put(trestle.client(), "meanwhile");
    }
    try (var trestle = open()) {
      Await.until(() -> indexStatus(trestle.client()) == IndexStatus.ACTIVE, PATIENCE);
      assertThat(trestle.client().scan(s -> s.tableName(TABLE).indexName(INDEX)).count())
          .isEqualTo(ITEMS + 1);
      trestle.engine().checkBackgroundTasks();
      checkSound(trestle);
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void what_a_deleted_table_leaves_is_removed_after_the_next_opening(Error error) {
    int before;
    try (var trestle = openFilled()) {
      faults.arm(FaultPoints.PURGE_CHUNK, error, 1);
      trestle.client().deleteTable(request -> request.tableName(TABLE));
      Await.until(() -> fails(trestle.engine()::checkBackgroundTasks), PATIENCE);
      create(trestle.client());
      assertThat(trestle.client().scan(scan -> scan.tableName(TABLE)).count()).isZero();
      before = faults.arrivals();
    }
    try (var trestle = open()) {
      Await.until(() -> faults.arrivals() > before, PATIENCE);
      checkSound(trestle);
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void a_backup_that_fails_is_gone_and_can_be_repeated(Error error) {
    try (var trestle = openFilled()) {
      var client = trestle.client();
      faults.arm(FaultPoints.BACKUP_CHUNK, error, 1);
      var _ = client.createBackup(request -> request.tableName(TABLE).backupName("one"));
      Await.until(
          () -> client.listBackups(list -> list.tableName(TABLE)).backupSummaries().isEmpty(),
          PATIENCE);
      var arn =
          client
              .createBackup(request -> request.tableName(TABLE).backupName("two"))
              .backupDetails()
              .backupArn();
      Await.until(
          () ->
              client
                      .describeBackup(request -> request.backupArn(arn))
                      .backupDescription()
                      .backupDetails()
                      .backupStatus()
                  == BackupStatus.AVAILABLE,
          PATIENCE);
      trestle.engine().checkBackgroundTasks();
      checkSound(trestle);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {FaultPoints.RESTORE_CHUNK, FaultPoints.RESTORE_FINISH})
  void a_restore_that_fails_leaves_no_table_and_can_be_repeated(String point) {
    try (var trestle = openFilled()) {
      var client = trestle.client();
      faults.arm(point, new OutOfMemoryError("on purpose"), 1);
      restore(client);
      Await.until(() -> isGone(client), PATIENCE);
      restore(client);
      Await.until(
          () ->
              client.describeTable(request -> request.tableName(COPY)).table().tableStatus()
                  == TableStatus.ACTIVE,
          PATIENCE);
      assertThat(client.scan(scan -> scan.tableName(COPY)).count()).isEqualTo(ITEMS);
      checkSound(trestle);
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void an_import_that_fails_says_so_and_leaves_no_table(Error error) throws IOException {
    try (var trestle = openFilled()) {
      var client = trestle.client();
      faults.arm(FaultPoints.IMPORT_CHUNK, error, 1);
      var arn = importCopy(client);
      Await.until(() -> importStatus(client, arn) == ImportStatus.FAILED, PATIENCE);
      assertThat(isGone(client)).isTrue();
      checkSound(trestle);
    }
  }

  private String importCopy(DynamoDbClient client) throws IOException {
    var bucket = Files.createDirectories(folder.resolve("exports/bucket"));
    Files.writeString(bucket.resolve("items.json"), "{\"Item\":{\"id\":{\"S\":\"a\"}}}\n");
    return client
        .importTable(request ->
            request
                .s3BucketSource(source -> source.s3Bucket("bucket"))
                .inputFormat("DYNAMODB_JSON")
                .inputCompressionType("NONE")
                .tableCreationParameters(table ->
                    table
                        .tableName(COPY)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(text("id"))
                        .keySchema(hash("id"))))
        .importTableDescription()
        .importArn();
  }

  private static ImportStatus importStatus(DynamoDbClient client, String arn) {
    return client
        .describeImport(request -> request.importArn(arn))
        .importTableDescription()
        .importStatus();
  }

  /** Without files, logging throws as well. Once nothing was removed then. */
  @Test
  void what_fails_leaves_nothing_although_that_cannot_be_logged() throws IOException {
    var error = new OutOfMemoryError("on purpose");
    try (var broken = new BrokenLog("dev.trestle.engine.recovery");
        var trestle = openFilled()) {
      var client = trestle.client();
      var table = client.describeTable(request -> request.tableName(TABLE)).table().tableArn();
      faults.arm(FaultPoints.RESTORE_FINISH, error, 1);
      restore(client);
      Await.until(() -> isGone(client), PATIENCE);
      faults.arm(FaultPoints.BACKUP_CHUNK, error, 1);
      var _ = client.createBackup(request -> request.tableName(TABLE).backupName("one"));
      Await.until(
          () -> client.listBackups(list -> list.tableName(TABLE)).backupSummaries().isEmpty(),
          PATIENCE);
      faults.arm(FaultPoints.EXPORT_FINISH, error, 1);
      var export = export(client, table);
      Await.until(() -> status(client, export) == ExportStatus.FAILED, PATIENCE);
      faults.arm(FaultPoints.IMPORT_CHUNK, error, 1);
      var imported = importCopy(client);
      Await.until(() -> importStatus(client, imported) == ImportStatus.FAILED, PATIENCE);
      assertThat(isGone(client)).isTrue();
      Await.until(() -> broken.records() == 4, PATIENCE);
      checkSound(trestle);
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void an_export_that_fails_says_so_and_leaves_no_files(Error error) throws IOException {
    try (var trestle = openFilled()) {
      var client = trestle.client();
      var table = client.describeTable(request -> request.tableName(TABLE)).table().tableArn();
      faults.arm(FaultPoints.EXPORT_FINISH, error, 1);
      var arn = export(client, table);
      Await.until(() -> status(client, arn) == ExportStatus.FAILED, PATIENCE);
      try (var files = Files.walk(folder.resolve("exports"))) {
        assertThat(files.filter(Files::isRegularFile)).isEmpty();
      }
      var again = export(client, table);
      Await.until(() -> status(client, again) == ExportStatus.COMPLETED, PATIENCE);
      checkSound(trestle);
    }
  }

  private static String export(DynamoDbClient client, String table) {
    return client
        .exportTableToPointInTime(request -> request.tableArn(table).s3Bucket("bucket"))
        .exportDescription()
        .exportArn();
  }

  private static ExportStatus status(DynamoDbClient client, String export) {
    return client
        .describeExport(request -> request.exportArn(export))
        .exportDescription()
        .exportStatus();
  }

  @ParameterizedTest
  @MethodSource("errors")
  void expired_items_are_removed_once_it_works_again(Error error) {
    try (var trestle = openFilled()) {
      var client = trestle.client();
      faults.arm(FaultPoints.SWEEP_CHUNK, error, 1);
      var item =
          Map.of(
              "id", AttributeValue.fromS("old"),
              "expires", AttributeValue.fromN(Long.toString(Instant.now().getEpochSecond() - 1)));
      client.putItem(request -> request.tableName(TABLE).item(item));
      Await.until(() -> faults.arrivals() > 0, PATIENCE);
      client.putItem(request -> request.tableName(TABLE).item(item));
      Await.until(() -> faults.arrivals() > 1, PATIENCE);
      Await.until(() -> !fails(trestle.engine()::checkHousekeeping), PATIENCE);
      checkSound(trestle);
    }
  }

  /** It was reported for a second in each minute only. */
  @Test
  void old_records_that_cannot_be_removed_are_reported_until_they_can_be() {
    var twoDaysAgo = Clock.offset(Clock.systemUTC(), Duration.ofDays(-2));
    try (var trestle = Trestle.open(EngineOptions.at(folder).withClock(twoDaysAgo))) {
      create(trestle.client());
      for (int i = 0; i < ITEMS; i++) put(trestle.client(), "id" + i);
    }
    faults.arm(FaultPoints.TRIM_CHUNK, new OutOfMemoryError("on purpose"), Integer.MAX_VALUE);
    try (var trestle = open()) {
      Await.until(() -> fails(trestle.engine()::checkHousekeeping), PATIENCE);
      for (int arrivals = 2; arrivals < 5; arrivals++) {
        int seen = arrivals;
        Await.until(() -> faults.arrivals() >= seen, PATIENCE);
        assertThat(fails(trestle.engine()::checkHousekeeping)).isTrue();
      }
      faults.heal();
      Await.until(() -> !fails(trestle.engine()::checkHousekeeping), PATIENCE);
      checkSound(trestle);
    }
  }

  private static void create(DynamoDbClient client) {
    client.createTable(
        CreateTableRequest.builder()
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(text("id"))
            .keySchema(hash("id"))
            .streamSpecification(stream ->
                stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
            .build());
    client.updateTimeToLive(request ->
        request
            .tableName(TABLE)
            .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("expires")));
    client.updateContinuousBackups(request ->
        request
            .tableName(TABLE)
            .pointInTimeRecoverySpecification(
                recovery -> recovery.pointInTimeRecoveryEnabled(true)));
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  private static void put(DynamoDbClient client, String id) {
    client.putItem(request ->
        request
            .tableName(TABLE)
            .item(
                Map.of("id", AttributeValue.fromS(id), "kind", AttributeValue.fromS("ordinary"))));
  }

  private static void addIndex(DynamoDbClient client) {
    client.updateTable(request ->
        request
            .tableName(TABLE)
            .attributeDefinitions(text("id"), text("kind"))
            .globalSecondaryIndexUpdates(
                GlobalSecondaryIndexUpdate.builder()
                    .create(index ->
                        index
                            .indexName(INDEX)
                            .keySchema(hash("kind"))
                            .projection(p -> p.projectionType(ProjectionType.ALL)))
                    .build()));
  }

  private static IndexStatus indexStatus(DynamoDbClient client) {
    return client
        .describeTable(request -> request.tableName(TABLE))
        .table()
        .globalSecondaryIndexes()
        .getFirst()
        .indexStatus();
  }

  private static void restore(DynamoDbClient client) {
    client.restoreTableToPointInTime(request ->
        request.sourceTableName(TABLE).targetTableName(COPY).useLatestRestorableTime(true));
  }

  private static boolean isGone(DynamoDbClient client) {
    try {
      client.describeTable(request -> request.tableName(COPY));
      return false;
    } catch (ResourceNotFoundException e) {
      return true;
    }
  }
}
