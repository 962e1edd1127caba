package dev.trestle.homeops.model.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.check.Finding;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the checks find in the original design. */
final class HomeOpsSeedTest {
  private static final ModelCheck CHECK = ModelCheck.of(HomeOpsSeed.MODEL);

  private static List<Finding> found(String check, String subject) {
    return CHECK.findings().stream()
        .filter(finding -> finding.check().equals(check) && finding.subject().equals(subject))
        .toList();
  }

  @Test
  void a_filter_behind_a_limit_misses_what_was_done_long_ago() {
    assertThat(found("filtered", "H28"))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("none of the first 100 items fits", "although there may be one");
    assertThat(found("filtered", "H27")).hasSize(1);
  }

  @Test
  void a_balance_is_found_from_one_of_its_two_users_only() {
    assertThat(found("served", "H13")).isEmpty();
    assertThat(found("served", "H13.other"))
        .first()
        .extracting(Finding::message)
        .asString()
        .contains("no parameter gives userId of the partition key USER#<userId>");
  }

  @Test
  void a_time_range_cannot_be_asked_of_message_numbers() {
    assertThatThrownBy(HomeOpsSeed::a1)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from");
  }

  @Test
  void active_promises_lie_in_one_partition_which_a_household_never_notices() {
    assertThat(found("partition-load", "homeops/GSI1"))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.NOTE);
          assertThat(finding.message())
              .contains("PROMISE_STATUS#<status> has only 3 values", "hot at 500 calls a second");
        });
  }

  /** Four changes a day each: five hundred a second are 10.8 million households. */
  @Test
  void it_matters_from_eleven_million_households_on() {
    assertThat(partitionLoad(10_000_000)).isNotEqualTo(Severity.FAULT);
    assertThat(partitionLoad(11_000_000)).isEqualTo(Severity.FAULT);
  }

  private static Severity partitionLoad(long households) {
    return ModelCheck.of(HomeOpsSeed.model(households)).findings().stream()
        .filter(finding -> finding.check().equals("partition-load"))
        .map(Finding::severity)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void what_is_critical_cannot_be_restored() {
    assertThat(found("recovery", "homeops"))
        .extracting(Finding::message)
        .contains("the table is critical but cannot be restored to a point in time");
    assertThat(found("recovery", "homeops-activities"))
        .extracting(Finding::message)
        .contains("the table is critical but cannot be restored to a point in time");
  }
}
