package dev.trestle.homeops.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.design.Design;
import dev.trestle.design.cost.CapacityPlan;
import dev.trestle.design.cost.Consumption;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.PriceList;
import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.design.cost.TablePlan;
import dev.trestle.design.cost.Units;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What seed 003 reckons in its section 6, with the model as it is now. */
final class HomeOpsCostTest {
  private static final List<PatternCost> COSTS = PatternCost.of(Design.of(HomeOpsModel.MODEL));

  private static Consumption perCall(String id) {
    return COSTS.stream()
        .filter(cost -> cost.heading().id().equals(id))
        .findFirst()
        .orElseThrow()
        .perCall();
  }

  private static Units sum(String... ids) {
    return Stream.of(ids)
        .map(HomeOpsCostTest::perCall)
        .reduce(Consumption.NONE, Consumption::plus)
        .total();
  }

  /** The seed has 5 and 8: reads are eventually consistent, which it counts as consistent. */
  @Test
  void the_nine_steps_of_an_answered_message_cost_4_reads_and_9_writes() {
    assertThat(sum("H30", "H15", "H31", "H18", "H17", "H22", "H21", "H19", "H32", "H34", "H33"))
        .isEqualTo(new Units(4, 9));
  }

  /** The one unit above the seed's eight: messages in a time range, which it asks for in A1. */
  @Test
  void the_index_by_time_is_the_unit_that_the_seed_forgets() {
    assertThat(perCall("H30").of(TableOrIndex.of("homeops-messages", "chatId-timestamp-index")))
        .isEqualTo(Units.writing(1));
    assertThat(perCall("H30").total()).isEqualTo(Units.writing(2));
  }

  /** Counter and preferences are written for the three answers of a day, not for all sixty. */
  @Test
  void a_classified_message_costs_7_writes_on_average() {
    double writes = sum("H30", "H31", "H17", "H21").write() + 3 * sum("H33", "H19").write() / 60;
    assertThat(writes).isCloseTo(7.1, within(1e-9));
  }

  /** A hundred aliases of about 160 bytes; the seed's 300 bytes would be 4 units, and never 8. */
  @Test
  void the_aliases_of_a_chat_are_2_units() {
    assertThat(perCall("H15").total()).isEqualTo(Units.reading(2));
  }

  @Test
  void a_household_stays_within_the_free_units_a_thousand_times_over() {
    var plan = CapacityPlan.of(HomeOpsModel.MODEL, PriceList.of("us-east-1"));
    var average = plan.tables().stream().map(TablePlan::average).reduce(Units.NONE, Units::plus);
    assertThat(average.read()).isLessThan(25.0 / 1000);
    assertThat(average.write()).isLessThan(25.0 / 1000);
  }
}
