package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexWarmThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TableWarmThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/** WarmThroughput: the units that tables and their global indexes support at once. */
@TrestleTest
class WarmThroughputTest {
  private static final String REFUSED = "ValidationException";
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String DECREASED =
      " is lower than current WarmThroughput, decreasing WarmThroughput is not supported";
  private static final String BELOW_INITIAL =
      " is lower than initial throughput for OnDemand. See:"
          + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html#on-demand-capacity-mode-initial";

  private final DynamoDbClient db;

  WarmThroughputTest(DynamoDbClient db) {
    this.db = db;
  }

  private static WarmThroughput units(@Nullable Long read, @Nullable Long write) {
    return WarmThroughput.builder().readUnitsPerSecond(read).writeUnitsPerSecond(write).build();
  }

  private static ProvisionedThroughput provisioned(long read, long write) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(read)
        .writeCapacityUnits(write)
        .build();
  }

  private static TableWarmThroughputDescription shown(long read, long write, String status) {
    return TableWarmThroughputDescription.builder()
        .readUnitsPerSecond(read)
        .writeUnitsPerSecond(write)
        .status(status)
        .build();
  }

  private static GlobalSecondaryIndexWarmThroughputDescription shownIndex(
      long read, long write, String status) {
    return GlobalSecondaryIndexWarmThroughputDescription.builder()
        .readUnitsPerSecond(read)
        .writeUnitsPerSecond(write)
        .status(status)
        .build();
  }

  private static TableSketch sketch() {
    return TableSketch.of("warm", "pk S").global("global", TableSketch.ALL, "g S");
  }

  /** Returns a request for a table whose index has these units, too. */
  private static CreateTableRequest.Builder withIndex(
      @Nullable WarmThroughput warm, @Nullable ProvisionedThroughput units) {
    var request = sketch().request();
    var index = request.build().globalSecondaryIndexes().getFirst().toBuilder();
    return request.globalSecondaryIndexes(
        index.warmThroughput(warm).provisionedThroughput(units).build());
  }

  private String createProvisioned(long read, long write) {
    var request =
        TableSketch.of("warm", "pk S")
            .request()
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(provisioned(read, write))
            .build();
    db.createTable(request);
    TableSketch.awaitActive(db, request.tableName());
    return request.tableName();
  }

  private TableDescription describe(String table) {
    return TableSketch.describe(db, table);
  }

  private GlobalSecondaryIndexDescription index(String table) {
    return describe(table).globalSecondaryIndexes().getFirst();
  }

  private TableDescription update(String table, Consumer<UpdateTableRequest.Builder> change) {
    var updated =
        db.updateTable(request -> change.accept(request.tableName(table))).tableDescription();
    TableSketch.awaitActive(db, table);
    return updated;
  }

  private TableDescription warm(String table, @Nullable Long read, @Nullable Long write) {
    return update(table, request -> request.warmThroughput(units(read, write)));
  }

  private TableDescription updateIndex(
      String table, Consumer<UpdateGlobalSecondaryIndexAction.Builder> change) {
    return update(table, request -> request.globalSecondaryIndexUpdates(changed(change)));
  }

  private static GlobalSecondaryIndexUpdate changed(
      Consumer<UpdateGlobalSecondaryIndexAction.Builder> change) {
    return GlobalSecondaryIndexUpdate.builder()
        .update(index -> change.accept(index.indexName("global")))
        .build();
  }

  /** Adds an index on the attribute g. */
  private static void addIndex(UpdateTableRequest.Builder request, WarmThroughput warm) {
    var added =
        GlobalSecondaryIndexUpdate.builder()
            .create(index ->
                index
                    .indexName("added")
                    .keySchema(TableSketch.element("g", KeyType.HASH))
                    .projection(TableSketch.KEYS_ONLY)
                    .warmThroughput(warm))
            .build();
    request
        .attributeDefinitions(TableSketch.definition("g", "S"))
        .globalSecondaryIndexUpdates(added);
  }

  @Test
  void every_table_and_global_index_has_a_warm_throughput() {
    var request = sketch().request().build();
    var created = db.createTable(request).tableDescription();
    assertThat(created.warmThroughput()).as("not in the response").isNull();
    TableSketch.awaitActive(db, request.tableName());
    assertThat(describe(request.tableName()).warmThroughput())
        .isEqualTo(shown(12_000, 4_000, "ACTIVE"));
    assertThat(index(request.tableName()).warmThroughput())
        .isEqualTo(shownIndex(12_000, 4_000, "ACTIVE"));
    assertThat(describe(createProvisioned(7, 3)).warmThroughput()).isEqualTo(shown(7, 3, "ACTIVE"));
  }

  @Test
  void a_new_table_and_its_index_have_what_was_requested() {
    var request =
        withIndex(units(1987L, 543L), provisioned(50, 25))
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(provisioned(20, 10))
            .warmThroughput(units(null, 4567L))
            .build();
    var created = db.createTable(request).tableDescription();
    assertThat(created.warmThroughput()).isEqualTo(shown(20, 4567, "UPDATING"));
    assertThat(created.globalSecondaryIndexes().getFirst().warmThroughput())
        .isEqualTo(shownIndex(1987, 543, "UPDATING"));
    TableSketch.awaitActive(db, request.tableName());
    assertThat(describe(request.tableName()).warmThroughput()).isEqualTo(shown(20, 4567, "ACTIVE"));
    assertThat(index(request.tableName()).warmThroughput())
        .isEqualTo(shownIndex(1987, 543, "ACTIVE"));
  }

  @Test
  void a_new_table_has_no_less_than_it_starts_with() {
    assertRefused(
        () -> db.createTable(sketch().request().warmThroughput(units(1L, 1L)).build()),
        REFUSED,
        INVALID + "Requested ReadUnitsPerSecond for WarmThroughput for table" + BELOW_INITIAL);
    assertRefused(
        () -> db.createTable(withIndex(units(null, 3999L), null).build()),
        REFUSED,
        INVALID
            + "Requested WriteUnitsPerSecond for WarmThroughput for index global"
            + BELOW_INITIAL);
    var tooLow =
        TableSketch.of("warm", "pk S")
            .request()
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(provisioned(10, 10))
            .warmThroughput(units(5L, 5L))
            .build();
    assertRefused(
        () -> db.createTable(tooLow),
        REFUSED,
        INVALID
            + "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than"
            + " ReadCapacityUnits of ProvisionedThroughput");
  }

  @Test
  void an_update_raises_what_it_names_and_lowers_nothing() {
    var table = sketch().create(db);
    var updated = warm(table, 13_000L, null);
    assertThat(updated.tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThat(updated.warmThroughput())
        .as("still the old units")
        .isEqualTo(shown(12_000, 4_000, "UPDATING"));
    awaitWarm(table, 13_000, 4_000);
    assertThat(warm(table, 13_000L, 4_000L).warmThroughput().statusAsString())
        .as("the same again is accepted")
        .isEqualTo("UPDATING");
    awaitWarm(table, 13_000, 4_000);
    assertRefused(
        () -> warm(table, 12_000L, 5_000L),
        REFUSED,
        INVALID + "Requested ReadUnitsPerSecond for WarmThroughput for table" + DECREASED);
    assertRefused(
        () -> warm(table, null, -1L),
        REFUSED,
        INVALID + "Requested WriteUnitsPerSecond for WarmThroughput for table" + DECREASED);
    assertRefused(
        () -> warm(table, 40_001L, null),
        "LimitExceededException",
        "Subscriber limit exceeded: Requested ReadUnitsPerSecond for WarmThroughput for table"
            + " exceeds TableMaxReadCapacityUnits of the account in region us-east-1");
    assertThat(describe(table).warmThroughput()).isEqualTo(shown(13_000, 4_000, "ACTIVE"));
  }

  private void awaitWarm(String table, long read, long write) {
    Eventually.holds(() -> describe(table).warmThroughput().equals(shown(read, write, "ACTIVE")));
  }

  @Test
  void an_index_is_warmed_alone_or_with_its_table() {
    var table = sketch().create(db);
    var updated = updateIndex(table, index -> index.warmThroughput(units(12_001L, 4_001L)));
    var shown = updated.globalSecondaryIndexes().getFirst();
    assertThat(shown.indexStatus()).isEqualTo(IndexStatus.ACTIVE);
    assertThat(shown.warmThroughput()).isEqualTo(shownIndex(12_000, 4_000, "UPDATING"));
    assertThat(updated.warmThroughput()).isEqualTo(shown(12_000, 4_000, "ACTIVE"));
    update(
        table,
        request ->
            request
                .warmThroughput(units(14_000L, null))
                .globalSecondaryIndexUpdates(
                    changed(index -> index.warmThroughput(units(null, 5_000L)))));
    awaitWarm(table, 14_000, 4_000);
    Eventually.holds(
        () -> index(table).warmThroughput().equals(shownIndex(12_001, 5_000, "ACTIVE")));
    assertRefused(
        () -> updateIndex(table, index -> index.warmThroughput(units(100L, 100L))),
        REFUSED,
        INVALID + "Requested ReadUnitsPerSecond for WarmThroughput for index global" + DECREASED);
    assertRefused(
        () -> updateIndex(table, index -> index.warmThroughput(units(null, null))),
        REFUSED,
        INVALID
            + "WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond"
            + " specified for index: global");
  }

  @Test
  void an_index_that_is_added_has_what_was_requested() {
    var table = TableSketch.of("warm", "pk S").create(db);
    update(table, request -> addIndex(request, units(15_000L, null)));
    Eventually.holds(() -> index(table).indexStatus() == IndexStatus.ACTIVE);
    assertThat(index(table).warmThroughput()).isEqualTo(shownIndex(15_000, 4_000, "ACTIVE"));
  }

  @Test
  void it_follows_the_highest_units_that_were_ever_provisioned() {
    var table = createProvisioned(1, 1);
    update(table, request -> request.provisionedThroughput(provisioned(3, 2)));
    update(table, request -> request.provisionedThroughput(provisioned(1, 4)));
    assertThat(describe(table).warmThroughput()).isEqualTo(shown(3, 4, "ACTIVE"));
    update(table, request -> request.billingMode(BillingMode.PAY_PER_REQUEST));
    assertThat(describe(table).warmThroughput()).isEqualTo(shown(12_000, 4_000, "ACTIVE"));
    update(
        table,
        request ->
            request.billingMode(BillingMode.PROVISIONED).provisionedThroughput(provisioned(1, 1)));
    assertThat(describe(table).warmThroughput()).isEqualTo(shown(12_000, 4_000, "ACTIVE"));
  }

  @Test
  void it_is_the_only_change_of_a_request() {
    var table = sketch().create(db);
    var alone = INVALID + "WarmThroughput must be the only operation in the request";
    refuseBeside(table, request -> request.billingMode(BillingMode.PAY_PER_REQUEST), alone);
    refuseBeside(table, request -> request.streamSpecification(s -> s.streamEnabled(false)), alone);
    refuseBeside(
        table,
        request ->
            request.streamSpecification(
                s -> s.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY)),
        alone);
    refuseBeside(
        table,
        request -> request.deletionProtectionEnabled(true),
        INVALID + "DeletionProtection modification must be the only operation in the request");
    refuseBeside(
        table,
        request -> request.onDemandThroughput(maximum -> maximum.maxReadRequestUnits(5L)),
        INVALID
            + "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request");
    refuseBeside(
        table,
        request -> addIndex(request, units(null, null)),
        INVALID + "Create global secondary index cannot be specified when updating WarmThroughput");
    assertThat(describe(table).warmThroughput()).isEqualTo(shown(12_000, 4_000, "ACTIVE"));
    assertThat(describe(table).streamSpecification()).as("the stream").isNull();
  }

  private void refuseBeside(
      String table, Consumer<UpdateTableRequest.Builder> other, String message) {
    assertRefused(
        () -> update(table, request -> other.accept(request.warmThroughput(units(20_000L, null)))),
        REFUSED,
        message);
  }
}
