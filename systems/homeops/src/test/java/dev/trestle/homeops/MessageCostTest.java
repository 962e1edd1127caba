package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.store.Usage;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a message costs, as the engine charges it. */
class MessageCostTest {
  /** The nine steps of seed 003, section 6, and the read that a habit needs now. */
  private static final List<String> STEPS =
      List.of("H30", "H15", "H31", "H18", "H17", "H22", "H21", "H19", "H20", "H32", "H34", "H33");

  private final TestHousehold household = new TestHousehold();

  @AfterEach
  void close() {
    household.close();
  }

  private double sum(ToDoubleFunction<Usage> units) {
    return STEPS.stream().map(household.store::usage).mapToDouble(units).sum();
  }

  @Test
  void a_classified_message_costs_at_most_5_reads_and_on_average_at_most_8_writes() {
    for (int i = 0; i < 40; i++) {
      household.martin("diskat");
    }
    household.clock.advance(Duration.ofHours(20));
    double reads = sum(Usage::readUnits);
    double writes = sum(Usage::writeUnits);
    int messages = 60;
    for (int i = 0; i < messages; i++) {
      double before = sum(Usage::readUnits);
      household.martin("diskat");
      assertThat(sum(Usage::readUnits) - before).as("reads of message " + i).isLessThanOrEqualTo(5);
    }
    assertThat(household.activities()).isNotEmpty();
    assertThat((sum(Usage::readUnits) - reads) / messages).isLessThanOrEqualTo(5);
    assertThat((sum(Usage::writeUnits) - writes) / messages).isLessThanOrEqualTo(8);
  }

  /** Seed 003's eight, and one for the index by time that it forgets. */
  @Test
  void a_message_that_is_replied_to_costs_9_writes() {
    household.martin("diskat");
    for (int reply = 2; reply <= 3; reply++) {
      household.clock.advance(Duration.ofMinutes(20));
      double before = sum(Usage::writeUnits);
      household.martin("diskat");
      assertThat(household.chat.sent).hasSize(reply);
      assertThat(sum(Usage::writeUnits) - before).isEqualTo(9);
    }
  }

  @Test
  void a_message_that_reports_nothing_costs_its_storing_in_table_and_index() {
    household.martin("hej");
    double writes = sum(Usage::writeUnits);
    household.martin("hej på er");
    assertThat(sum(Usage::writeUnits) - writes).isEqualTo(2);
  }
}
