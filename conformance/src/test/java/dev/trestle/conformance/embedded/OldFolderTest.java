package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A data folder that was written before tables had recovery: definitions of version 1, everything
 * still in the write-ahead log. Its table has 19 songs, an index, a stream and a time to live. The
 * clock stands a few minutes after the last write, so that the stream still has its records.
 */
class OldFolderTest {
  private static final String FOLDER = "/folders/before-recovery.zip";
  private static final Instant SOON_AFTER = Instant.parse("2026-11-17T15:05:00Z");
  private static final int SONGS = 19;

  @TempDir private Path data;
  private final ManualClock clock = new ManualClock();

  @BeforeEach
  void unpack() throws IOException {
    clock.set(SOON_AFTER);
    try (var zip = new ZipInputStream(OldFolderTest.class.getResourceAsStream(FOLDER))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        var file = data.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
  }

  private Trestle open() {
    return Trestle.open(EngineOptions.at(data).withClock(clock));
  }

  @Test
  void an_old_folder_is_opened_with_all_it_has() {
    try (var trestle = open()) {
      var client = trestle.client();
      assertThat(count(client, "music")).isEqualTo(SONGS);
      var album =
          client.query(request ->
              request
                  .tableName("music")
                  .indexName("by_album")
                  .keyConditionExpression("album = :a")
                  .expressionAttributeValues(Map.of(":a", AttributeValue.fromS("album 2"))));
      assertThat(album.items()).hasSize(4);
      assertThat(
              client
                  .describeTimeToLive(request -> request.tableName("music"))
                  .timeToLiveDescription()
                  .attributeName())
          .isEqualTo("until");
      var warm =
          client.describeTable(request -> request.tableName("music")).table().warmThroughput();
      assertThat(warm.readUnitsPerSecond())
          .as("what an on-demand table starts with")
          .isEqualTo(12_000);
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
      assertThat(trestle.engine().verify((done, total) -> {}).logRecords()).isEqualTo(21);
    }
  }

  @Test
  void recovery_can_be_enabled_in_an_old_folder_and_survives_being_closed() {
    try (var trestle = open()) {
      trestle
          .client()
          .updateContinuousBackups(request ->
              request
                  .tableName("music")
                  .pointInTimeRecoverySpecification(
                      settings -> settings.pointInTimeRecoveryEnabled(true)));
    }
    try (var trestle = open()) {
      var client = trestle.client();
      var before =
          client
              .describeContinuousBackups(request -> request.tableName("music"))
              .continuousBackupsDescription()
              .pointInTimeRecoveryDescription()
              .latestRestorableDateTime();
      clock.advance(Duration.ofSeconds(1));
      client.putItem(request ->
          request
              .tableName("music")
              .item(
                  Map.of(
                      "artist", AttributeValue.fromS("new"),
                      "title", AttributeValue.fromS("new"))));
      client.restoreTableToPointInTime(request ->
          request.sourceTableName("music").targetTableName("music-before").restoreDateTime(before));
      client.waiter().waitUntilTableExists(request -> request.tableName("music-before"));
      assertThat(count(client, "music")).isEqualTo(SONGS + 1);
      assertThat(count(client, "music-before")).isEqualTo(SONGS);
    }
  }

  private static int count(DynamoDbClient client, String table) {
    return client.scan(request -> request.tableName(table).consistentRead(true)).count();
  }
}
