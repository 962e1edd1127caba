package dev.trestle.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.ManualClock;
import dev.trestle.junit.Bookmarks.Bookmark;
import dev.trestle.junit.Bookmarks.OfUser;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

@TrestleTest(Bookmarks.class)
class TrestleTestTest {
  private static final Bookmark TIDES = new Bookmark("ann", "tides", "Tides today");
  private static final OfUser ANN = new OfUser("ann");

  private final Store store;

  TrestleTestTest(Store store) {
    this.store = store;
  }

  @Test
  void a_test_begins_with_empty_tables() {
    saveTheFirst();
  }

  /** If the engine were shared, the second of the two tests would find the bookmark. */
  @Test
  void so_does_the_next_one() {
    saveTheFirst();
  }

  private void saveTheFirst() {
    assertThat(store.run(Bookmarks.OF_USER, ANN).items()).isEmpty();
    store.run(Bookmarks.SAVE, TIDES);
    assertThat(store.run(Bookmarks.OF_USER, ANN).items()).containsExactly(TIDES);
  }

  @Test
  void all_parameters_belong_to_one_engine(
      DynamoDbClient client,
      DynamoDbAsyncClient asyncClient,
      DynamoDbStreamsClient streams,
      Trestle trestle,
      Store sameStore)
      throws ExecutionException, InterruptedException {
    assertThat(sameStore).isSameAs(store);
    assertThat(trestle.client()).isSameAs(client);
    assertThat(asyncClient.listTables().get().tableNames()).containsExactly("bookmarks");
    assertThat(streams.listStreams().streams()).isEmpty();
    store.run(Bookmarks.SAVE, TIDES);
    assertThat(client.scan(scan -> scan.tableName("bookmarks")).count()).isEqualTo(1);
  }

  @Test
  void the_clock_stands_still_until_the_test_moves_it(DynamoDbClient client, ManualClock clock) {
    assertThat(clock.instant()).isEqualTo(ManualClock.START);
    assertThat(
            client.describeTable(table -> table.tableName("bookmarks")).table().creationDateTime())
        .isEqualTo(ManualClock.START);
    clock.advance(Duration.ofDays(1));
    assertThat(clock.instant()).isEqualTo(ManualClock.START.plus(Duration.ofDays(1)));
  }

  @Test
  void the_endpoint_serves_the_same_tables(DynamoDbServer server) {
    store.run(Bookmarks.SAVE, TIDES);
    var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test"));
    try (var client =
        DynamoDbClient.builder()
            .endpointOverride(server.endpoint())
            .region(Region.US_EAST_1)
            .credentialsProvider(credentials)
            .build()) {
      assertThat(client.scan(scan -> scan.tableName("bookmarks")).count()).isEqualTo(1);
    }
  }

  @Nested
  class Nests {
    @Test
    void a_nested_class_has_the_models_of_the_class_around_it(Store ofTheTest) {
      assertThat(ofTheTest).isSameAs(store);
      saveTheFirst();
    }
  }
}
