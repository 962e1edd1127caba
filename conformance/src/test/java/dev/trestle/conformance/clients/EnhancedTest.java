package dev.trestle.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The enhanced client, which maps beans to items, over HTTP. */
class EnhancedTest {
  private static final String BIG = "1234567890123456789012345678901234567.8";

  private final Server server = Server.start();
  private final DynamoDbClient client =
      DynamoDbClient.builder()
          .httpClientBuilder(Apache5HttpClient.builder())
          .endpointOverride(server.endpoint())
          .region(Region.US_EAST_1)
          .credentialsProvider(
              StaticCredentialsProvider.create(AwsBasicCredentials.create("story", "story")))
          .build();
  private final DynamoDbEnhancedClient enhanced =
      DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
  private final DynamoDbTable<Invoice> invoices =
      enhanced.table("invoices", TableSchema.fromBean(Invoice.class));

  @BeforeEach
  void create() {
    invoices.createTable();
    try (var waiter = client.waiter()) {
      waiter.waitUntilTableExists(r -> r.tableName("invoices"));
    }
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private static Key key(int number) {
    return Key.builder().partitionValue("ada").sortValue(number).build();
  }

  @Test
  void a_bean_comes_back_as_it_was() {
    invoices.putItem(Invoice.of("ada", 1, "open", BIG));

    var read = invoices.getItem(r -> r.key(key(1)).consistentRead(true));

    assertThat(read)
        .extracting(Invoice::getState, Invoice::getAmount, Invoice::getVersion)
        .containsExactly("open", new BigDecimal(BIG), 1L);
    assertThat(read.getLabels()).containsExactlyInAnyOrder("nya", "blå");
    assertThat(invoices.getItem(key(2))).isNull();
  }

  @Test
  void a_second_writer_of_one_version_is_refused() {
    invoices.putItem(Invoice.of("ada", 1, "open", "1"));
    var mine = invoices.getItem(key(1));
    var theirs = invoices.getItem(key(1));
    mine.setState("paid");
    theirs.setState("void");

    var updated = invoices.updateItem(mine);

    assertThat(updated)
        .extracting(Invoice::getState, Invoice::getVersion, Invoice::getChanges)
        .containsExactly("paid", 2L, 1L);
    assertThatThrownBy(() -> invoices.updateItem(theirs))
        .isInstanceOf(ConditionalCheckFailedException.class);
    assertThat(invoices.deleteItem(key(1)).getState()).isEqualTo("paid");
  }

  @Test
  void beans_are_found_through_the_index_and_worked_on_in_batches() {
    for (int number = 0; number < 30; number++) {
      invoices.putItem(Invoice.of("ada", number, number % 2 == 0 ? "open" : "paid", "1.50"));
    }
    var removals = WriteBatch.builder(Invoice.class).mappedTableResource(invoices);
    for (int number = 20; number < 30; number++) removals.addDeleteItem(key(number));
    enhanced.batchWriteItem(r -> r.writeBatches(removals.build()));
    var wanted = ReadBatch.builder(Invoice.class).mappedTableResource(invoices);
    for (int number = 15; number < 25; number++) wanted.addGetItem(key(number));

    var open = QueryConditional.keyEqualTo(k -> k.partitionValue("open"));
    var pages =
        invoices.index(Invoice.BY_STATE).query(q -> q.queryConditional(open).limit(4)).stream()
            .map(page -> page.items().stream().map(Invoice::getNumber).toList())
            .toList();
    var read = enhanced.batchGetItem(r -> r.readBatches(wanted.build()));

    assertThat(pages).containsExactly(List.of(0, 2, 4, 6), List.of(8, 10, 12, 14), List.of(16, 18));
    assertThat(read.resultsForTable(invoices).stream().map(Invoice::getNumber))
        .containsExactlyInAnyOrder(15, 16, 17, 18, 19);
  }

  @Test
  void a_transaction_tells_why_it_was_cancelled() {
    invoices.putItem(Invoice.of("ada", 1, "open", "1"));
    var absent = Expression.builder().expression("attribute_not_exists(customer)").build();

    var refusal =
        catchThrowableOfType(
            TransactionCanceledException.class,
            () ->
                enhanced.transactWriteItems(t ->
                    t.addPutItem(invoices, Invoice.of("ada", 2, "open", "1"))
                        .addConditionCheck(
                            invoices, c -> c.key(key(1)).conditionExpression(absent))));

    assertThat(refusal.cancellationReasons())
        .extracting(CancellationReason::code)
        .containsExactly("None", "ConditionalCheckFailed");
    assertThat(invoices.scan().items()).hasSize(1);
  }
}
