package dev.trestle.stak.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.Design;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.Units;
import dev.trestle.stak.model.seed.StakSeedCost;
import org.junit.jupiter.api.Test;

/** What exact counts cost. */
final class StakCostTest {
  private static Units perCall(String id) {
    return PatternCost.of(Design.of(StakModel.MODEL)).stream()
        .filter(cost -> cost.heading().id().equals(id))
        .findFirst()
        .orElseThrow()
        .perCall()
        .total();
  }

  /** The seed's three items in a transaction are 6; two and the entry of the index are 5. */
  @Test
  void a_delivery_costs_5_where_the_seeds_costs_6() {
    assertThat(perCall("S1")).isEqualTo(Units.writing(5));
    assertThat(StakSeedCost.delivery()).isEqualTo(Units.writing(6));
  }

  @Test
  void marking_everything_read_is_one_write_whatever_there_is() {
    assertThat(perCall("S6").write()).isEqualTo(1);
  }

  @Test
  void a_broadcast_costs_4_whether_ten_or_a_million_read_it() {
    assertThat(perCall("S2")).isEqualTo(Units.writing(4));
  }

  /** Counts, expiry, header and receipts; and the broadcasts, which are usually cached. */
  @Test
  void unread_counts_cost_5_reads_at_most() {
    assertThat(perCall("S7")).isEqualTo(Units.reading(5));
  }
}
