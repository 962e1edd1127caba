package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;

/** A restore with other indexes than the source has, or with other units. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestoredIndexesTest {
  private final DynamoDbClient db;
  private final String source;

  RestoredIndexesTest(DynamoDbClient db) {
    this.db = db;
    source =
        TableSketch.of("indexes", "pk S", "sk S")
            .local("local", TableSketch.ALL, "l S")
            .global("global", TableSketch.KEYS_ONLY, "g S")
            .create(db);
    db.updateContinuousBackups(r ->
        r.tableName(source)
            .pointInTimeRecoverySpecification(s -> s.pointInTimeRecoveryEnabled(true)));
    var item = Map.of("pk", s("a"), "sk", s("b"), "l", s("c"), "g", s("d"));
    db.putItem(r -> r.tableName(source).item(item));
  }

  private String restore(Consumer<RestoreTableToPointInTimeRequest.Builder> overrides) {
    var target = TableSketch.name("restored");
    db.restoreTableToPointInTime(r ->
        r.sourceTableName(source)
            .targetTableName(target)
            .useLatestRestorableTime(true)
            .applyMutation(overrides));
    return target;
  }

  private static GlobalSecondaryIndex.Builder global(
      String name, String key, Projection projection) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(TableSketch.element(key, KeyType.HASH))
        .projection(projection);
  }

  private static LocalSecondaryIndex local(String name, String key, Projection projection) {
    return LocalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(TableSketch.element("pk", KeyType.HASH), TableSketch.element(key, KeyType.RANGE))
        .projection(projection)
        .build();
  }

  /** What counts is which attributes an index has, not its name. */
  @Test
  void indexes_may_get_other_names() {
    var target =
        restore(r ->
            r.globalSecondaryIndexOverride(
                    global("renamed-global", "g", TableSketch.KEYS_ONLY).build())
                .localSecondaryIndexOverride(local("renamed-local", "l", TableSketch.ALL)));
    TableSketch.awaitActive(db, target);
    var restored = TableSketch.describe(db, target);
    assertThat(restored.globalSecondaryIndexes())
        .extracting(GlobalSecondaryIndexDescription::indexName)
        .containsExactly("renamed-global");
    assertThat(restored.localSecondaryIndexes())
        .extracting(LocalSecondaryIndexDescription::indexName)
        .containsExactly("renamed-local");
    assertThat(db.scan(r -> r.tableName(target).indexName("renamed-global")).count()).isEqualTo(1);
    assertThat(db.scan(r -> r.tableName(target).indexName("renamed-local")).count()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"global", "new"})
  void an_index_with_other_attributes_is_refused_whatever_its_name(String name) {
    var text =
        "Invalid Request: Index %s does not match a secondary index that existed in the source"
            + " table and cannot be created during the restore operation";
    var otherKey = global(name, "l", TableSketch.KEYS_ONLY).build();
    var otherProjection = global(name, "g", TableSketch.ALL).build();
    for (var index : new GlobalSecondaryIndex[] {otherKey, otherProjection}) {
      assertRefused(
          () -> restore(r -> r.globalSecondaryIndexOverride(index)),
          "ValidationException",
          text.formatted(name));
    }
    assertRefused(
        () ->
            restore(r -> r.localSecondaryIndexOverride(local(name, "l", TableSketch.include("g")))),
        "ValidationException",
        text.formatted(name));
  }

  private static void units(ProvisionedThroughput.Builder units) {
    units.readCapacityUnits(1L).writeCapacityUnits(1L);
  }

  @Test
  void units_of_indexes_follow_the_billing_of_the_restored_table() {
    var index = global("global", "g", TableSketch.KEYS_ONLY);
    var withUnits = index.copy().provisionedThroughput(RestoredIndexesTest::units).build();
    assertRefused(
        () ->
            restore(r ->
                r.billingModeOverride("PAY_PER_REQUEST").globalSecondaryIndexOverride(withUnits)),
        "ValidationException",
        "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to"
            + " PAY_PER_REQUEST for index global");
    assertRefused(
        () ->
            restore(r ->
                r.billingModeOverride("PROVISIONED")
                    .provisionedThroughputOverride(RestoredIndexesTest::units)
                    .globalSecondaryIndexOverride(index.build())),
        "ValidationException",
        "Invalid Request: Must specify provisioned throughput for index global");
    assertRefused(
        () ->
            restore(r ->
                r.billingModeOverride("PROVISIONED")
                    .provisionedThroughputOverride(RestoredIndexesTest::units)
                    .globalSecondaryIndexOverride(List.of())
                    .onDemandThroughputOverride(most -> most.maxReadRequestUnits(1L))),
        "ValidationException",
        "Invalid Request: Cannot override MaxReadRequestUnits for OnDemandThroughput unless"
            + " BillingModeOverride is PAY_PER_REQUEST");
  }

  @Test
  void incomplete_overrides_are_refused() {
    assertFaults(
        () ->
            restore(r ->
                r.globalSecondaryIndexOverride(GlobalSecondaryIndex.builder().build())
                    .provisionedThroughputOverride(units -> units.readCapacityUnits(1L))),
        missing("globalSecondaryIndexOverride.1.member.indexName"),
        missing("globalSecondaryIndexOverride.1.member.keySchema"),
        missing("globalSecondaryIndexOverride.1.member.projection"),
        missing("provisionedThroughputOverride.writeCapacityUnits"));
  }
}
