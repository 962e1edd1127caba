package dev.trestle.conformance.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** DescribeLimits. DynamoDB allows it about once a minute, so it is called only once. */
@TrestleTest
class DescribeLimitsTest {
  @Test
  void an_account_has_limits_and_a_table_no_higher_ones(DynamoDbClient db) {
    var limits = db.describeLimits();
    assertThat(limits.tableMaxReadCapacityUnits()).isPositive();
    assertThat(limits.tableMaxWriteCapacityUnits()).isPositive();
    assertThat(limits.accountMaxReadCapacityUnits())
        .isGreaterThanOrEqualTo(limits.tableMaxReadCapacityUnits());
    assertThat(limits.accountMaxWriteCapacityUnits())
        .isGreaterThanOrEqualTo(limits.tableMaxWriteCapacityUnits());
  }
}
