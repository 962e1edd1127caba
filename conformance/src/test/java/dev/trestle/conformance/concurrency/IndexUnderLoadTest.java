package dev.trestle.conformance.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Durability;
import dev.trestle.gen.Property;
import dev.trestle.testing.Await;
import dev.trestle.testing.reference.ReferenceValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** An index is built while items are created, changed and deleted. */
class IndexUnderLoadTest {
  private static final int BUILDS = Property.scaled(6);
  private static final int WRITERS = 8;
  private static final int ITEMS_PER_WRITER = 200;
  private static final Duration BUILD_MAX = Duration.ofMinutes(5);

  /**
   * Found by the crash test: items were permanently missing in the index if their writers did not
   * know of it yet and their commit was still in progress when the table was read.
   */
  @ParameterizedTest
  @EnumSource(Durability.class)
  void an_index_that_is_added_under_load_misses_nothing(Durability durability) {
    try (var arena = new Arena(durability)) {
      for (int build = 0; build < BUILDS; build++) {
        int number = build;
        var built = new AtomicBoolean();
        ConcurrentThreads.run(
            WRITERS + 1,
            thread -> {
              if (thread < WRITERS) {
                write(arena.client(), number + "-" + thread + "-", built);
              } else {
                add(arena.client());
                built.set(true);
              }
              return thread;
            });
        assertThat(ids(arena.client(), Optional.of("late")))
            .isEqualTo(ids(arena.client(), Optional.empty()));
        drop(arena.client());
      }
    }
  }

  /** Creates items until the index is built, and changes or deletes some of them. */
  private static void write(DynamoDbClient client, String prefix, AtomicBoolean built) {
    for (int i = 0; i < ITEMS_PER_WRITER || !built.get(); i++) {
      var id = prefix + i % (10 * ITEMS_PER_WRITER);
      int n = i;
      client.putItem(request ->
          request
              .tableName(Arena.TABLE)
              .item(Map.of("id", ReferenceValues.text(id), "n", ReferenceValues.number(n % 7))));
      if (i % 5 == 4) {
        client.deleteItem(request -> request.tableName(Arena.TABLE).key(Arena.key(id)));
      }
    }
  }

  private static void add(DynamoDbClient client) {
    var definition =
        AttributeDefinition.builder()
            .attributeName("n")
            .attributeType(ScalarAttributeType.N)
            .build();
    var key = KeySchemaElement.builder().attributeName("n").keyType(KeyType.HASH).build();
    change(
        client,
        GlobalSecondaryIndexUpdate.builder()
            .create(index ->
                index
                    .indexName("late")
                    .keySchema(key)
                    .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY)))
            .build(),
        List.of(definition));
    Await.until(
        () -> indexes(client).stream().allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE),
        BUILD_MAX);
  }

  private static void drop(DynamoDbClient client) {
    var delete =
        GlobalSecondaryIndexUpdate.builder().delete(index -> index.indexName("late")).build();
    change(client, delete, List.of());
    Await.until(() -> indexes(client).isEmpty(), BUILD_MAX);
  }

  private static void change(
      DynamoDbClient client,
      GlobalSecondaryIndexUpdate update,
      List<AttributeDefinition> definitions) {
    client.updateTable(request ->
        request
            .tableName(Arena.TABLE)
            .attributeDefinitions(definitions)
            .globalSecondaryIndexUpdates(update));
  }

  private static List<GlobalSecondaryIndexDescription> indexes(DynamoDbClient client) {
    return client
        .describeTable(request -> request.tableName(Arena.TABLE))
        .table()
        .globalSecondaryIndexes();
  }

  private static Set<String> ids(DynamoDbClient client, Optional<String> index) {
    var found = new ArrayList<String>();
    client
        .scanPaginator(request -> {
          request.tableName(Arena.TABLE);
          index.ifPresent(request::indexName);
        })
        .items()
        .forEach(item -> found.add(String.valueOf(item.get("id"))));
    assertThat(found).doesNotHaveDuplicates();
    return new TreeSet<>(found);
  }
}
