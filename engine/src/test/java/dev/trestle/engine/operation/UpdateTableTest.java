package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.TableRequests.index;
import static dev.trestle.engine.operation.TableRequests.people;
import static dev.trestle.engine.operation.TableRequests.refusal;
import static dev.trestle.engine.operation.TableRequests.sorted;
import static dev.trestle.engine.operation.TableRequests.string;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.EncryptionSpecification;
import dev.trestle.engine.request.TableParameters.IndexChange;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.IndexUpdate;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.request.TableParameters.StreamSpecification;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.result.TableDescription.Status;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UpdateTableTest {
  private static final String INVALID =
      "ValidationException: One or more parameter values were invalid: ";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Blocks the building of an index after its first chunk if a test wants that. */
  private volatile CountDownLatch gate = new CountDownLatch(0);

  private final Engine engine = Engine.open(EngineOptions.inMemory().withFaults(this::hold));

  private void hold(String place) {
    if (!place.equals(FaultPoints.BACKFILL_CHUNK)) return;
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void holdBuilding() {
    gate = new CountDownLatch(1);
    var item = Item.of("pk", Value.string("one"));
    engine.run(
        new PutItem("people", item, Expressions.NONE, LegacyParameters.NONE, ReturnOptions.NONE));
  }

  @AfterEach
  void close() {
    gate.countDown();
    engine.close();
  }

  /** The members of an UpdateTable request for {@code people}. */
  private static final class Change {
    @Nullable List<AttributeDefinition> attributes;
    @Nullable List<IndexUpdate> indexes;
    @Nullable String billing;
    @Nullable ProvisionedThroughput throughput;
    @Nullable StreamSpecification stream;
    @Nullable EncryptionSpecification encryption;
    @Nullable String tableClass;
    @Nullable Boolean protection;

    UpdateTable request() {
      return new UpdateTable(
          "people",
          attributes,
          indexes,
          billing,
          throughput,
          null,
          null,
          stream,
          encryption,
          tableClass,
          protection);
    }
  }

  private static Change units(long read, long write) {
    var change = new Change();
    change.throughput = new ProvisionedThroughput(read, write);
    return change;
  }

  private static Change stream(boolean enabled, @Nullable String view) {
    var change = new Change();
    change.stream = new StreamSpecification(enabled, view);
    return change;
  }

  private static Change indexes(IndexUpdate... updates) {
    var change = new Change();
    change.indexes = List.of(updates);
    return change;
  }

  private static IndexUpdate delete(String name) {
    return new IndexUpdate(null, null, name);
  }

  private static IndexUpdate create(IndexSpecification index) {
    return new IndexUpdate(index, null, null);
  }

  private static IndexUpdate update(String name, long read, long write) {
    var throughput = new ProvisionedThroughput(read, write);
    return new IndexUpdate(null, new IndexChange(name, throughput, null, null), null);
  }

  private static Change createIndex(String name, String attribute) {
    var change = indexes(create(index(name, attribute)));
    change.attributes = List.of(string(attribute));
    return change;
  }

  private TableDescription run(Change change) {
    return engine.run(change.request());
  }

  private String refused(Change change) {
    return refusal(engine, change.request());
  }

  private TableDescription described() {
    return engine.run(new DescribeTable("people"));
  }

  private TableDescription awaitActive() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (described().status() != Status.ACTIVE) {
      assertThat(System.nanoTime()).as("still not active").isLessThan(deadline);
      Thread.onSpinWait();
    }
    return described();
  }

  @Test
  void a_request_has_something_to_change() {
    engine.run(people().create());
    var text =
        "ValidationException: At least one of ProvisionedThroughput, BillingMode,"
            + " UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates,"
            + " MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency,"
            + " DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is"
            + " required";
    assertThat(refused(new Change())).isEqualTo(text);
    assertThat(refused(indexes())).isEqualTo(text);
    var change = indexes();
    change.protection = true;
    change.indexes = null;
    change.billing = "PAY_PER_REQUEST";
    assertThat(refused(change))
        .isEqualTo(
            INVALID + "DeletionProtection modification must be the only operation in the request");
    var empty = indexes();
    empty.billing = "PAY_PER_REQUEST";
    assertThat(refused(empty)).isEqualTo(INVALID + "List of GlobalSecondaryIndexUpdates is empty");
  }

  @Test
  void a_missing_table_is_told_after_the_requests_own_faults() {
    assertThat(refused(units(1, 1)))
        .isEqualTo(
            "ResourceNotFoundException: Requested resource not found: Table: people not found");
    assertThat(refused(units(1_000_000_000_001L, 1)))
        .isEqualTo(
            "ValidationException: Given value 1000000000001 for ReadCapacityUnits is out of"
                + " bounds");
  }

  @Test
  void new_units_are_shown_by_the_next_description() {
    engine.run(people().provisioned(5, 5).create());
    var answer = run(units(6, 7));
    assertThat(answer.status()).isEqualTo(Status.UPDATING);
    assertThat(answer.definition().throughput()).isEqualTo(new ProvisionedUnits(5, 5));
    assertThat(described().definition().throughput()).isEqualTo(new ProvisionedUnits(6, 7));
    assertThat(described().status()).isEqualTo(Status.ACTIVE);
    assertThat(refused(units(6, 7)))
        .isEqualTo(
            "ValidationException: The provisioned throughput for the table will not change. The"
                + " requested value equals the current value. Current ReadCapacityUnits provisioned"
                + " for the table: 6. Requested ReadCapacityUnits: 6. Current WriteCapacityUnits"
                + " provisioned for the table: 7. Requested WriteCapacityUnits: 7. Refer to the"
                + " Amazon DynamoDB Developer Guide for current limits and how to request higher"
                + " limits.");
  }

  @Test
  void a_switch_to_provisioned_needs_units_for_table_and_indexes() {
    engine.run(people().global(index("gsi", "pk")).create());
    assertThat(refused(units(1, 1)))
        .isEqualTo(
            INVALID
                + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when"
                + " BillingMode is PAY_PER_REQUEST");
    var change = new Change();
    change.billing = "PROVISIONED";
    assertThat(refused(change))
        .isEqualTo(
            INVALID + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    change.throughput = new ProvisionedThroughput(2L, 3L);
    assertThat(refused(change))
        .isEqualTo(INVALID + "ProvisionedThroughput must be specified for index: gsi");
    change.indexes = List.of(update("gsi", 4, 5));
    run(change);
    var definition = described().definition();
    assertThat(definition.billing()).isEqualTo(BillingMode.PROVISIONED);
    assertThat(definition.throughput()).isEqualTo(new ProvisionedUnits(2, 3));
    assertThat(definition.index("gsi").orElseThrow().throughput())
        .isEqualTo(new ProvisionedUnits(4, 5));

    var back = new Change();
    back.billing = "PAY_PER_REQUEST";
    run(back);
    definition = described().definition();
    assertThat(definition.throughput()).isEqualTo(ProvisionedUnits.ON_DEMAND);
    assertThat(definition.index("gsi").orElseThrow().throughput())
        .isEqualTo(ProvisionedUnits.ON_DEMAND);
  }

  @Test
  void an_index_is_built_and_can_be_seen_on_its_way() {
    engine.run(people().create());
    holdBuilding();
    var answer = run(createIndex("by-a", "a"));
    assertThat(answer.status()).isEqualTo(Status.UPDATING);
    assertThat(answer.definition().index("by-a").orElseThrow().state())
        .isEqualTo(State.BACKFILLING);
    assertThat(described().status()).isEqualTo(Status.UPDATING);
    assertThat(refused(createIndex("by-b", "b")))
        .isEqualTo(
            "LimitExceededException: Subscriber limit exceeded: Only 1 online index can be created"
                + " or deleted simultaneously per table");
    assertThat(refusal(engine, new DeleteTable("people")))
        .isEqualTo(
            "ResourceInUseException: Attempt to change a resource which is still in use: Cannot"
                + " delete table while indexes are being created, updated, or deleted.");
    gate.countDown();
    assertThat(awaitActive().definition().index("by-a").orElseThrow().state())
        .isEqualTo(State.ACTIVE);
  }

  @Test
  void an_index_that_is_being_built_may_be_dropped() {
    engine.run(people().create());
    holdBuilding();
    run(createIndex("by-a", "a"));
    run(indexes(delete("by-a")));
    assertThat(described().definition().indexes()).isEmpty();
    gate.countDown();
    run(createIndex("by-a", "a"));
    assertThat(awaitActive().definition().index("by-a")).isPresent();
  }

  @Test
  void a_dropped_index_is_deleting_in_the_answer_and_takes_its_definitions_along() {
    var request = people().attributes(string("pk"), string("a")).global(index("by-a", "a"));
    engine.run(request.create());
    var answer = run(indexes(delete("by-a")));
    assertThat(answer.status()).isEqualTo(Status.UPDATING);
    assertThat(answer.definition().index("by-a").orElseThrow().state()).isEqualTo(State.DELETING);
    assertThat(described().definition().indexes()).isEmpty();
    assertThat(described().definition().attributes()).extracting("name").containsExactly("pk");
    assertThat(refused(indexes(delete("by-a"))))
        .isEqualTo(
            "ResourceNotFoundException: Requested resource not found: Index by-a for table people");
  }

  @Test
  void index_changes_are_refused_with_their_own_texts() {
    var request = sorted().attributes(string("pk"), string("sk"), string("a"));
    engine.run(request.local(index("lsi", "pk", "sk")).global(index("gsi", "a")).create());
    assertThat(refused(indexes(new IndexUpdate(null, null, null))))
        .isEqualTo(
            INVALID
                + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create,"
                + " GlobalSecondaryIndexUpdate.Delete must not be null");
    assertThat(refused(indexes(delete("gsi"), delete("gsi"))))
        .isEqualTo(
            INVALID
                + "Only one global secondary index update per index is allowed simultaneously."
                + " Index: gsi");
    var both = new IndexUpdate(index("new", "a"), null, "gsi");
    assertThat(refused(indexes(both)))
        .isEqualTo(
            INVALID
                + "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate"
                + " object");
    assertThat(refused(indexes(delete("lsi"))))
        .isEqualTo(
            "ValidationException: Cannot delete an index that is not a GlobalSecondaryIndex: lsi");
    assertThat(refused(createIndex("gsi", "a")))
        .isEqualTo("ValidationException: Attempting to create an index which already exists");
    assertThat(refused(indexes(create(index("new", "a")))))
        .isEqualTo(INVALID + "AttributeDefinitions is not specified for index: new");
    var undefined = createIndex("new", "b");
    undefined.attributes = List.of(string("c"));
    assertThat(refused(undefined))
        .isEqualTo(
            INVALID
                + "Some index key attributes are not defined in AttributeDefinitions. Keys: [b],"
                + " AttributeDefinitions: [c, a, pk, sk]");
    assertThat(refused(indexes(delete("gsi"), delete("other"))))
        .startsWith("LimitExceededException: Subscriber limit exceeded: Only 1 online index");
    assertThat(refused(indexes(update("gsi", 1, 1))))
        .isEqualTo(
            INVALID
                + "The only Updates for index: gsi when TableThroughputMode is PAY_PER_REQUEST can"
                + " be to OnDemandThroughput, WarmThroughput");
    assertThat(refused(indexes(update("nope", 1_000_000_000_001L, 1))))
        .isEqualTo(
            "ValidationException: This operation cannot be performed with given input values."
                + " Please contact DynamoDB service team for more info: Action Blocked:"
                + " IndexUpdate");
    assertThat(described().definition().indexes()).hasSize(2);
  }

  @Test
  void a_twenty_first_index_is_beyond_the_limit() {
    var twenty = IntStream.range(0, 20).mapToObj(i -> index("gsi" + i, "pk"));
    engine.run(people().global(twenty.toArray(IndexSpecification[]::new)).create());
    assertThat(refused(createIndex("more", "a")))
        .isEqualTo(
            "LimitExceededException: Subscriber limit exceeded: Number of global secondary indexes"
                + " exceeds per-table limit of 20");
  }

  @Test
  void building_an_index_goes_with_few_other_changes() {
    engine.run(people().provisioned(1, 1).create());
    var withUnits = createIndex("by-a", "a");
    withUnits.throughput = new ProvisionedThroughput(2L, 2L);
    assertThat(refused(withUnits))
        .isEqualTo(INVALID + "You cannot create or delete index while updating table IOPS");
    var withStream = createIndex("by-a", "a");
    withStream.stream = new StreamSpecification(true, "KEYS_ONLY");
    assertThat(refused(withStream))
        .isEqualTo(INVALID + "You cannot create or delete index while changing stream status");
    assertThat(refused(createIndex("by-a", "a")))
        .isEqualTo(
            INVALID
                + "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index:"
                + " by-a");
  }

  @Test
  void a_stream_is_switched_on_once_and_off_once() {
    engine.run(people().create());
    assertThat(refused(stream(true, null)))
        .isEqualTo(INVALID + "If stream is being enabled then UpdateViewType is required");
    assertThat(refused(stream(false, "KEYS_ONLY")))
        .isEqualTo(
            INVALID + "If stream is being disabled, then UpdateViewType must not be specified");
    assertThat(refused(stream(false, null)))
        .isEqualTo("ValidationException: Table has no stream to disable: TableName: people");
    var first = run(stream(true, "KEYS_ONLY")).definition().stream().orElseThrow();
    assertThat(refused(stream(true, "NEW_IMAGE")))
        .isEqualTo("ValidationException: Table already has an enabled stream: TableName: people");
    run(stream(false, null));
    assertThat(described().definition().stream()).contains(first.disabled());
    var second = run(stream(true, "NEW_IMAGE")).definition().stream().orElseThrow();
    assertThat(second.id()).isGreaterThan(first.id());
    assertThat(second.label()).isGreaterThan(first.label());
    assertThat(second.view()).isEqualTo(StreamSettings.ViewType.NEW_IMAGE);
  }

  @Test
  void protection_class_and_encryption_change_alone() {
    engine.run(people().create());
    var protection = new Change();
    protection.protection = true;
    assertThat(run(protection).status()).isEqualTo(Status.ACTIVE);
    assertThat(described().definition().deletionProtection()).isTrue();
    var plain = new Change();
    plain.encryption = new EncryptionSpecification(false, null);
    assertThat(refused(plain)).isEqualTo(INVALID + "Table is already encrypted by default");
    plain.encryption = new EncryptionSpecification(true, "KMS");
    assertThat(run(plain).definition().encryptedByCustomerKey()).isTrue();
    var both = new Change();
    both.encryption = new EncryptionSpecification(true, "KMS");
    both.tableClass = "STANDARD";
    assertThat(refused(both))
        .isEqualTo(
            INVALID
                + "Server-Side Encryption modification must be the only operation in the request");
  }
}
