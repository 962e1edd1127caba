package dev.trestle.ecobid.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.Design;
import dev.trestle.design.cost.CapacityPlan;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.PriceList;
import dev.trestle.design.cost.TablePlan;
import dev.trestle.design.cost.Units;
import org.junit.jupiter.api.Test;

/** The expectations of ADR-002 for a thousand users. */
final class EcoBidCostTest {
  private static final CapacityPlan PLAN =
      CapacityPlan.of(EcoBidModel.MODEL, PriceList.of("us-east-1"));

  @Test
  void a_thousand_users_stay_below_10_read_and_5_write_units() {
    var average = PLAN.tables().stream().map(TablePlan::average).reduce(Units.NONE, Units::plus);
    assertThat(average.read()).isBetween(1.0, 10.0);
    assertThat(average.write()).isBetween(1.0, 5.0);
  }

  @Test
  void they_store_less_than_a_gigabyte() {
    assertThat(PLAN.table("ecobid").bytes()).isLessThan(1e9);
  }

  /** The seed has cells of precision 6 and says that nine of them are 5 km. */
  @Test
  void a_search_by_cells_of_precision_5_costs_a_seventeenth_of_one_by_precision_6() {
    assertThat(perCall("E9").read() * 12).isEqualTo(6);
    assertThat(perCall("E9.near").read() * 207).isEqualTo(103.5);
  }

  private static Units perCall(String id) {
    return PatternCost.of(Design.of(EcoBidModel.MODEL)).stream()
        .filter(cost -> cost.heading().id().equals(id))
        .findFirst()
        .orElseThrow()
        .perCall()
        .total();
  }
}
