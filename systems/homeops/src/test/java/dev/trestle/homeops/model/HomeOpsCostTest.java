package dev.trestle.homeops.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.model.cost.Consumption;
import dev.trestle.model.cost.PatternCost;
import dev.trestle.model.cost.Plan;
import dev.trestle.model.cost.PriceList;
import dev.trestle.model.cost.Resource;
import dev.trestle.model.cost.TablePlan;
import dev.trestle.model.cost.Units;
import dev.trestle.model.design.Design;
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
  void the_nine_steps_of_an_answered_message_cost_3_and_a_half_reads_and_9_writes() {
    assertThat(sum("H30", "H15", "H31", "H18", "H17", "H21", "H19", "H32", "H34", "H33"))
        .isEqualTo(new Units(3.5, 9));
  }

  /** The one unit above the seed's eight: messages in a time range, which it asks for in A1. */
  @Test
  void the_index_by_time_is_the_unit_that_the_seed_forgets() {
    assertThat(perCall("H30").of(Resource.of("homeops-messages", "chatId-timestamp-index")))
        .isEqualTo(Units.writing(1));
    assertThat(perCall("H30").total()).isEqualTo(Units.writing(2));
  }

  /** The counter is claimed for the three answers of a day, not for all sixty messages. */
  @Test
  void a_classified_message_costs_8_writes_on_average() {
    double writes = sum("H30", "H31", "H17", "H21", "H19").write() + 3 * sum("H33").write() / 60;
    assertThat(writes).isCloseTo(8.05, within(1e-9));
  }

  /** One atomic update in place of a read and a write. */
  @Test
  void a_habit_costs_no_read() {
    assertThat(perCall("H21").total()).isEqualTo(Units.writing(1));
  }

  /** A hundred aliases of 154 bytes; the seed's 300 bytes would be 4 units, and never 8. */
  @Test
  void the_aliases_of_a_chat_are_2_units() {
    assertThat(perCall("H15").total()).isEqualTo(Units.reading(2));
  }

  @Test
  void a_household_stays_within_the_free_units_a_thousand_times_over() {
    var plan = Plan.of(HomeOpsModel.MODEL, PriceList.of("us-east-1"));
    var average = plan.tables().stream().map(TablePlan::average).reduce(Units.NONE, Units::plus);
    assertThat(average.read()).isLessThan(25.0 / 1000);
    assertThat(average.write()).isLessThan(25.0 / 1000);
  }
}
