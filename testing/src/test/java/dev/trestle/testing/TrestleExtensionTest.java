package dev.trestle.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Engine;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.ManualClock;
import dev.trestle.testing.reference.TableShape;
import dev.trestle.testing.reference.Tables;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

@TrestleTest
class TrestleExtensionTest {
  @Test
  void a_test_has_an_engine_of_its_own(DynamoDbClient client) {
    create(client);
  }

  /** If the engine were shared, the second of the two tests would find the table. */
  @Test
  void another_test_has_another(DynamoDbClient client) {
    create(client);
  }

  @Test
  void all_clients_of_a_test_speak_to_one_engine(
      DynamoDbClient client,
      DynamoDbAsyncClient asyncClient,
      DynamoDbStreamsClient streams,
      Trestle trestle,
      Engine engine)
      throws ExecutionException, InterruptedException {
    create(client);
    assertThat(asyncClient.listTables().get().tableNames()).containsExactly("table");
    assertThat(trestle.client().listTables().tableNames()).containsExactly("table");
    assertThat(trestle.engine()).isSameAs(engine);
    assertThat(streams.listStreams().streams()).isEmpty();
  }

  @Test
  void the_clock_is_the_engines(DynamoDbClient client, ManualClock clock) {
    create(client);
    assertThat(
            client.describeTable(request -> request.tableName("table")).table().creationDateTime())
        .isEqualTo(ManualClock.START);
    assertThat(clock.instant()).isEqualTo(ManualClock.START);
  }

  @Test
  void the_faults_are_the_engines(DynamoDbClient client, Faults faults) {
    create(client);
    long before = faults.count(FaultPoints.COMMIT_AFTER_WRITE);
    client.putItem(
        request -> request.tableName("table").item(Map.of("id", AttributeValue.fromS("a"))));
    assertThat(faults.count(FaultPoints.COMMIT_AFTER_WRITE)).isEqualTo(before + 1);
  }

  private static void create(DynamoDbClient client) {
    assertThat(client.listTables().tableNames()).isEmpty();
    var id = new TableShape.KeyAttribute("id", ScalarAttributeType.S);
    Tables.create(client, new TableShape("table", List.of(id), List.of(), false));
  }
}
