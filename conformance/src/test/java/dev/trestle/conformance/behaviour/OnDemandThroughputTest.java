package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** OnDemandThroughput: the maximum units of on-demand tables and their global indexes. */
@TrestleTest
class OnDemandThroughputTest {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final ProvisionedThroughput ONE_UNIT =
      ProvisionedThroughput.builder().readCapacityUnits(1L).writeCapacityUnits(1L).build();

  private final DynamoDbClient db;

  OnDemandThroughputTest(DynamoDbClient db) {
    this.db = db;
  }

  private static OnDemandThroughput maximum(@Nullable Long read, @Nullable Long write) {
    return OnDemandThroughput.builder()
        .maxReadRequestUnits(read)
        .maxWriteRequestUnits(write)
        .build();
  }

  private static TableSketch sketch() {
    return TableSketch.of("maximum", "pk S").global("global", TableSketch.ALL, "g S");
  }

  /** Creates a table whose index has a maximum, too. */
  private String create(OnDemandThroughput ofTable, OnDemandThroughput ofIndex) {
    var request = withIndex(sketch().request().onDemandThroughput(ofTable), ofIndex);
    var described = db.createTable(request).tableDescription();
    assertThat(described.onDemandThroughput()).isEqualTo(ofTable);
    TableSketch.awaitActive(db, request.tableName());
    return request.tableName();
  }

  private static CreateTableRequest withIndex(
      CreateTableRequest.Builder request, OnDemandThroughput ofIndex) {
    var index = request.build().globalSecondaryIndexes().getFirst();
    return request
        .globalSecondaryIndexes(index.toBuilder().onDemandThroughput(ofIndex).build())
        .build();
  }

  private TableDescription describe(String table) {
    return db.describeTable(request -> request.tableName(table)).table();
  }

  private GlobalSecondaryIndexDescription index(String table) {
    return describe(table).globalSecondaryIndexes().getFirst();
  }

  private TableDescription update(String table, OnDemandThroughput maximum) {
    return db.updateTable(request -> request.tableName(table).onDemandThroughput(maximum))
        .tableDescription();
  }

  private void updateIndex(String table, OnDemandThroughput maximum) {
    db.updateTable(request -> change(request.tableName(table), maximum));
  }

  private static void change(UpdateTableRequest.Builder request, OnDemandThroughput maximum) {
    request.globalSecondaryIndexUpdates(
        changed -> changed.update(index -> index.indexName("global").onDemandThroughput(maximum)));
  }

  @Test
  void a_table_and_an_index_have_maxima_of_their_own() {
    var table = create(maximum(100L, 50L), maximum(7L, null));
    assertThat(describe(table).onDemandThroughput()).isEqualTo(maximum(100L, 50L));
    assertThat(index(table).onDemandThroughput()).isEqualTo(maximum(7L, null));
    updateIndex(table, maximum(-1L, 9L));
    assertThat(index(table).onDemandThroughput()).isEqualTo(maximum(null, 9L));
    assertThat(describe(table).onDemandThroughput()).isEqualTo(maximum(100L, 50L));
  }

  @Test
  void an_update_changes_what_it_names_and_removes_what_is_minus_one() {
    var table = create(maximum(1000L, 500L), maximum(null, null));
    var updated = update(table, maximum(2000L, null));
    assertThat(updated.onDemandThroughput()).isEqualTo(maximum(2000L, 500L));
    assertThat(updated.tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThat(update(table, maximum(-1L, null)).onDemandThroughput())
        .as("the response shows what was removed")
        .isEqualTo(maximum(-1L, 500L));
    assertThat(describe(table).onDemandThroughput()).isEqualTo(maximum(null, 500L));
    assertThat(update(table, maximum(-1L, -1L)).onDemandThroughput()).isEqualTo(maximum(-1L, -1L));
    assertThat(describe(table).onDemandThroughput()).isNull();
  }

  @Test
  void provisioned_billing_removes_the_maxima() {
    var table = create(maximum(10L, 10L), maximum(10L, 10L));
    db.updateTable(request ->
        request
            .tableName(table)
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(ONE_UNIT)
            .globalSecondaryIndexUpdates(changed ->
                changed.update(
                    index -> index.indexName("global").provisionedThroughput(ONE_UNIT))));
    TableSketch.awaitActive(db, table);
    assertThat(describe(table).onDemandThroughput()).isNull();
    assertThat(index(table).onDemandThroughput()).isNull();
    assertRefused(
        () -> update(table, maximum(null, 0L)),
        "ValidationException",
        INVALID
            + "MaxWriteRequestUnits for OnDemandThroughput cannot be specified when the table"
            + " BillingMode is PROVISIONED");
    assertRefused(
        () -> updateIndex(table, maximum(1L, 1L)),
        "ValidationException",
        INVALID
            + "MaxReadRequestUnits for OnDemandThroughput for index : global cannot be specified"
            + " when the table BillingMode is PROVISIONED");
  }

  @Test
  void a_maximum_has_bounds() {
    var table = create(maximum(10L, 10L), maximum(10L, 10L));
    assertRefused(
        () -> update(table, maximum(0L, 0L)), "ValidationException", outside("Read", "table"));
    assertRefused(
        () -> update(table, maximum(null, -2L)), "ValidationException", outside("Write", "table"));
    assertRefused(
        () -> updateIndex(table, maximum(0L, null)),
        "ValidationException",
        outside("Read", "index : global"));
    assertRefused(
        () -> update(table, maximum(40_001L, null)),
        "LimitExceededException",
        "Subscriber limit exceeded: Requested MaxReadRequestUnits for OnDemandThroughput for table"
            + " exceeds TableMaxReadCapacityUnits of the account in region us-east-1");
    assertThat(describe(table).onDemandThroughput()).isEqualTo(maximum(10L, 10L));
    assertThat(index(table).onDemandThroughput()).isEqualTo(maximum(10L, 10L));
  }

  private static String outside(String kind, String whose) {
    return INVALID
        + "Requested Max"
        + kind
        + "RequestUnits for OnDemandThroughput for "
        + whose
        + " is outside of valid range";
  }

  @Test
  void a_new_table_takes_a_maximum_only_on_demand_and_within_bounds() {
    Consumer<CreateTableRequest.Builder> provisioned =
        request -> request.billingMode(BillingMode.PROVISIONED).provisionedThroughput(ONE_UNIT);
    var plain = TableSketch.of("maximum", "pk S").request().onDemandThroughput(maximum(5L, 5L));
    assertRefused(
        () -> db.createTable(plain.applyMutation(provisioned).build()),
        "ValidationException",
        INVALID
            + "MaxReadRequestUnits for OnDemandThroughput cannot be specified when table"
            + " BillingMode is PROVISIONED.");
    assertRefused(
        () -> db.createTable(sketch().request().onDemandThroughput(maximum(null, -1L)).build()),
        "ValidationException",
        outside("Write", "table"));
    assertRefused(
        () -> db.createTable(withIndex(sketch().request(), maximum(-1L, null))),
        "ValidationException",
        outside("Read", "index : global"));
  }
}
