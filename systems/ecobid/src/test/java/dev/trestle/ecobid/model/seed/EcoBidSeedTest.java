package dev.trestle.ecobid.model.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.check.Finding;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the checks find in the original design. */
final class EcoBidSeedTest {
  private static final ModelCheck CHECK = ModelCheck.of(EcoBidSeed.MODEL);

  private static List<Finding> found(String check, String subject) {
    return CHECK.findings().stream()
        .filter(finding -> finding.check().equals(check) && finding.subject().equals(subject))
        .toList();
  }

  @Test
  void patterns_6_and_8_have_no_key() {
    assertThat(found("served", "E6"))
        .first()
        .extracting(Finding::message)
        .asString()
        .contains("no parameter gives item of the partition key ITEM#<item>", "only a scan");
    assertThat(found("served", "E8"))
        .first()
        .extracting(Finding::message)
        .asString()
        .contains("no parameter gives item of the partition key ITEM#<item>", "only a scan");
  }

  @Test
  void an_auction_and_its_bids_are_not_one_query() {
    assertThat(found("alone", "E7"))
        .first()
        .extracting(Finding::message)
        .asString()
        .isEqualTo(
            "Auction and Bid are read by one query but are in different partitions:"
                + " ITEM#<item> and AUCTION#<auction>");
  }

  @Test
  void sort_keys_that_begin_with_an_id_cannot_be_asked_for_a_time() {
    assertThatThrownBy(EcoBidSeed::newInPlace)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("since");
    assertThatThrownBy(EcoBidSeed::newBids)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("since");
  }

  @Test
  void copies_by_place_and_category_do_the_work_of_the_indexes() {
    assertThat(found("copies", "GeoItem"))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("only what the index GSI1 projects of Item");
    assertThat(found("copies", "CategoryItem"))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("only what the index GSI2 projects of Item");
  }

  @Test
  void the_patterns_that_work_are_left_alone() {
    assertThat(CHECK.of(Severity.FAULT))
        .extracting(Finding::subject)
        .doesNotContain("E1", "E2", "E3", "E4", "E5", "E10");
  }

  @Test
  void what_is_critical_cannot_be_restored() {
    assertThat(found("recovery", "ecobid"))
        .extracting(Finding::message)
        .contains("the table is critical but cannot be restored to a point in time");
  }
}
