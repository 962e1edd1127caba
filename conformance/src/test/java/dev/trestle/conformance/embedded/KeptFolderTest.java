package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineBackups;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.engine.StorageException;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A data folder that has one of everything that is stored: a table with an index, a stream, a time
 * to live, a tag and recovery, a backup of it, an export, and a table that was imported from it;
 * beside it a backup of the whole folder. Later versions have to read it.
 *
 * <p>At 12:01 ten songs were written, at 13:01 five were written again, two deleted and three
 * added; at 14:01 everything was backed up, and at 14:02 one song was added.
 */
class KeptFolderTest {
  private static final String FOLDER = "/folders/with-recovery.zip";
  private static final int SONGS_BACKED_UP = 11;
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

  @TempDir private Path home;
  private final ManualClock clock = new ManualClock();

  @BeforeEach
  void unpack() throws IOException {
    clock.advance(Duration.ofHours(3));
    try (var zip = new ZipInputStream(KeptFolderTest.class.getResourceAsStream(FOLDER))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        var file = home.resolve(entry.getName());
        Files.createDirectories(entry.isDirectory() ? file : file.getParent());
        if (!entry.isDirectory()) Files.copy(zip, file);
      }
    }
  }

  private Trestle open(String folder) {
    return Trestle.open(EngineOptions.at(home.resolve(folder)).withClock(clock));
  }

  private static int count(DynamoDbClient client, String table) {
    return client.scan(request -> request.tableName(table).consistentRead(true)).count();
  }

  @Test
  void items_indexes_streams_and_settings_are_there() {
    try (var trestle = open("data")) {
      var client = trestle.client();
      assertThat(count(client, "music")).isEqualTo(SONGS_BACKED_UP + 1);
      assertThat(count(client, "imported")).isEqualTo(SONGS_BACKED_UP);
      var album =
          client.query(request ->
              request
                  .tableName("music")
                  .indexName("by_album")
                  .keyConditionExpression("album = :a")
                  .expressionAttributeValues(Map.of(":a", AttributeValue.fromS("album 1"))));
      assertThat(album.items())
          .extracting(song -> Objects.requireNonNull(song.get("title")))
          .containsExactlyInAnyOrder(
              AttributeValue.fromS("title 1"),
              AttributeValue.fromS("title 5"),
              AttributeValue.fromS("title 13"));
      var table = client.describeTable(request -> request.tableName("music")).table();
      assertThat(table.streamSpecification().streamViewTypeAsString())
          .isEqualTo("NEW_AND_OLD_IMAGES");
      assertThat(client.listTagsOfResource(request -> request.resourceArn(table.tableArn())).tags())
          .extracting(tag -> tag.key() + "=" + tag.value())
          .containsExactly("team=records");
      assertThat(
              client
                  .describeTimeToLive(request -> request.tableName("music"))
                  .timeToLiveDescription()
                  .attributeName())
          .isEqualTo("until");
      var report = trestle.engine().verify((done, total) -> {});
      assertThat(report.problems()).isEmpty();
      assertThat(report.logRecords()).as("of the stream and of recovery").isEqualTo(42);
    }
  }

  @Test
  void the_table_is_restored_to_a_past_time_and_from_its_backup() {
    try (var trestle = open("data")) {
      var client = trestle.client();
      client.restoreTableToPointInTime(request ->
          request
              .sourceTableName("music")
              .targetTableName("before")
              .restoreDateTime(ManualClock.START.plus(Duration.ofMinutes(30))));
      var backup = client.listBackups(request -> request.tableName("music")).backupSummaries();
      assertThat(backup).singleElement().matches(found -> found.backupName().equals("kept"));
      client.restoreTableFromBackup(request ->
          request.backupArn(backup.getFirst().backupArn()).targetTableName("from-backup"));
      for (var table : List.of("before", "from-backup")) {
        client.waiter().waitUntilTableExists(request -> request.tableName(table));
      }
      assertThat(count(client, "before")).isEqualTo(10);
      assertThat(count(client, "from-backup")).isEqualTo(SONGS_BACKED_UP);
    }
  }

  @Test
  void the_export_is_listed_and_can_be_imported_again() {
    try (var trestle = open("data")) {
      var client = trestle.client();
      assertThat(client.listExports(request -> {}).exportSummaries())
          .singleElement()
          .matches(export -> export.exportStatus() == ExportStatus.COMPLETED);
      assertThat(client.listImports(request -> {}).importSummaryList())
          .singleElement()
          .matches(done -> done.importStatus() == ImportStatus.COMPLETED);
      var started =
          client.importTable(request ->
              request
                  .s3BucketSource(source -> source.s3Bucket("songs"))
                  .inputFormat("DYNAMODB_JSON")
                  .inputCompressionType("GZIP")
                  .tableCreationParameters(table ->
                      table
                          .tableName("again")
                          .billingMode("PAY_PER_REQUEST")
                          .attributeDefinitions(
                              Pieces.attribute("artist", ScalarAttributeType.S),
                              Pieces.attribute("title", ScalarAttributeType.S))
                          .keySchema(
                              Pieces.hash("artist"),
                              KeySchemaElement.builder()
                                  .attributeName("title")
                                  .keyType(KeyType.RANGE)
                                  .build())));
      var arn = started.importTableDescription().importArn();
      Await.until(
          () ->
              client
                      .describeImport(request -> request.importArn(arn))
                      .importTableDescription()
                      .importStatus()
                  == ImportStatus.COMPLETED,
          LONG_ENOUGH);
      assertThat(count(client, "again")).isEqualTo(SONGS_BACKED_UP);
    }
  }

  @Test
  void the_backup_is_not_restored_among_other_files() throws IOException {
    var mine = Files.writeString(home.resolve("mine.txt"), "mine");
    try (var backups = EngineBackups.open(home.resolve("backups"))) {
      int newest = backups.list().getLast().id();
      assertThatThrownBy(() -> backups.restore(newest, home))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("contains other files");
    }
    assertThat(home.resolve("db")).doesNotExist();
    assertThat(mine).hasContent("mine");
  }

  @Test
  void the_backup_of_the_whole_folder_is_restored() {
    try (var backups = EngineBackups.open(home.resolve("backups"))) {
      backups.restore(backups.list().getLast().id(), home.resolve("restored"));
    }
    try (var trestle = open("restored")) {
      assertThat(count(trestle.client(), "music")).isEqualTo(SONGS_BACKED_UP);
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
    }
  }
}
