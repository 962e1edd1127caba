package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * UpdateTimeToLive and DescribeTimeToLive. The removal of items is not tested here, because
 * DynamoDB takes days. It also requires an hour between two changes, so each test changes a table
 * once.
 */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpdateTimeToLiveTest {
  private final DynamoDbClient db;

  UpdateTimeToLiveTest(DynamoDbClient db) {
    this.db = db;
  }

  private TimeToLiveSpecification update(String table, boolean enabled, String attribute) {
    return db.updateTimeToLive(request ->
            request
                .tableName(table)
                .timeToLiveSpecification(ttl -> ttl.enabled(enabled).attributeName(attribute)))
        .timeToLiveSpecification();
  }

  private TimeToLiveDescription describe(String table) {
    return db.describeTimeToLive(request -> request.tableName(table)).timeToLiveDescription();
  }

  @Test
  void a_table_has_no_time_to_live_at_first() {
    var ttl = describe(TableSketch.of("ttl-none", "pk S").create(db));
    assertThat(ttl.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.DISABLED);
    assertThat(ttl.attributeName()).isNull();
  }

  @Test
  void time_to_live_is_enabled_sooner_or_later() {
    var table = TableSketch.of("ttl", "pk S").create(db);
    var answered = update(table, true, "expires");
    assertThat(answered.enabled()).isTrue();
    assertThat(answered.attributeName()).isEqualTo("expires");
    assertThat(describe(table).timeToLiveStatus())
        .isIn(TimeToLiveStatus.ENABLING, TimeToLiveStatus.ENABLED);
    assertThat(describe(table).attributeName()).isEqualTo("expires");
    Eventually.holds(() -> describe(table).timeToLiveStatus() == TimeToLiveStatus.ENABLED);

    assertInvalid(() -> update(table, true, "expires"), "TimeToLive is already enabled");
    assertInvalid(
        () -> update(table, true, "other"),
        "TimeToLive is active on a different AttributeName: current AttributeName is expires");
  }

  @Test
  void what_is_disabled_cannot_be_disabled() {
    var table = TableSketch.of("ttl-disabled", "pk S").create(db);
    assertInvalid(() -> update(table, false, "expires"), "TimeToLive is already disabled");
  }

  @Test
  void an_item_whose_time_has_not_come_stays() {
    var table = TableSketch.of("ttl-later", "pk S").create(db);
    update(table, true, "expires");
    var item = Map.of("pk", s("1"), "expires", n(99_999_999_999L));
    db.putItem(request -> request.tableName(table).item(item));
    assertThat(
            db.getItem(request ->
                    request.tableName(table).key(Map.of("pk", s("1"))).consistentRead(true))
                .item())
        .isEqualTo(item);
  }

  @Test
  void a_table_must_be_there() {
    var nowhere = TableSketch.name("nowhere");
    var text = "Requested resource not found: Table: " + nowhere + " not found";
    assertRefused(() -> update(nowhere, true, "expires"), "ResourceNotFoundException", text);
    assertRefused(() -> describe(nowhere), "ResourceNotFoundException", text);
  }

  @Test
  void an_attribute_must_be_named() {
    var table = TableSketch.name("nowhere");
    assertFaults(
        () ->
            db.updateTimeToLive(
                request -> request.tableName(table).timeToLiveSpecification(ttl -> {})),
        missing("timeToLiveSpecification.attributeName"),
        missing("timeToLiveSpecification.enabled"));
    assertInvalid(
        () -> update(table, true, ""),
        "TimeToLiveSpecification.AttributeName must be non empty",
        "Value '' at 'timeToLiveSpecification.attributeName' failed to satisfy constraint: Member"
            + " must have length greater than or equal to 1");
    assertInvalid(
        () -> describe("abc;"),
        "Value 'abc;' at 'tableName' failed to satisfy constraint: Member must satisfy regular"
            + " expression pattern: [a-zA-Z0-9_.-]+");
  }
}
