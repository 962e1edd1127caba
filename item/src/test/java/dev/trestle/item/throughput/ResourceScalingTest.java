package dev.trestle.item.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.item.throughput.ResourceThroughput.Provisioned;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ResourceScalingTest {
  private static final ScalingBounds BOUNDS =
      new ScalingBounds(new Provisioned(10, 10), new Provisioned(100, 200), 70);

  private final ResourceScaling scaling = new ResourceScaling(BOUNDS, new Provisioned(10, 10));
  private long now;

  private Provisioned minutes(int count, double read, double write) {
    for (int i = 0; i < count; i++) {
      now += Duration.ofMinutes(1).toMillis();
      scaling.minute(new Provisioned(read, write), now);
    }
    return scaling.units();
  }

  @Test
  void units_rise_to_the_target_after_two_minutes_above_it() {
    assertThat(minutes(1, 0, 35)).isEqualTo(new Provisioned(10, 10));
    assertThat(minutes(1, 0, 35)).isEqualTo(new Provisioned(10, 50));
    assertThat(minutes(100, 7, 35)).as("at the target").isEqualTo(new Provisioned(10, 50));
  }

  @Test
  void a_minute_in_between_starts_the_count_again() {
    minutes(1, 0, 35);
    minutes(1, 0, 5);
    assertThat(minutes(1, 0, 35)).isEqualTo(new Provisioned(10, 10));
  }

  @Test
  void units_rise_no_further_than_the_maximum() {
    assertThat(minutes(2, 1000, 1000)).isEqualTo(new Provisioned(100, 200));
  }

  @Test
  void units_fall_after_fifteen_minutes_at_20_percent_below_the_target() {
    minutes(2, 0, 70);
    assertThat(minutes(30, 0, 50)).as("50 of 100").isEqualTo(new Provisioned(10, 100));
    minutes(1, 0, 49);
    assertThat(minutes(13, 0, 28)).isEqualTo(new Provisioned(10, 100));
    assertThat(minutes(1, 0, 28)).as("for the busiest minute").isEqualTo(new Provisioned(10, 70));
  }

  @Test
  void units_fall_no_further_than_the_minimum() {
    minutes(2, 70, 70);
    assertThat(minutes(15, 0, 0)).isEqualTo(new Provisioned(10, 10));
  }

  @Test
  void units_are_lowered_four_times_a_day_and_then_once_an_hour() {
    for (int i = 0; i < 4; i++) {
      assertThat(minutes(2, 0, 70).write()).isEqualTo(100);
      assertThat(minutes(15, 0, 0).write()).isEqualTo(10);
    }
    minutes(2, 0, 70);
    assertThat(minutes(57, 0, 0).write()).as("59 minutes after the fourth").isEqualTo(100);
    assertThat(minutes(1, 0, 0).write()).as("an hour after it").isEqualTo(10);
    minutes(2, 0, 70);
    now = Duration.ofDays(1).toMillis();
    assertThat(minutes(15, 0, 0).write()).as("the next day").isEqualTo(10);
  }

  @Test
  void more_than_an_hour_after_the_first_time_units_are_lowered_once_an_hour() {
    minutes(2, 0, 70);
    assertThat(minutes(15, 0, 0).write()).as("the first time").isEqualTo(10);
    minutes(60, 0, 0);
    minutes(2, 0, 70);
    assertThat(minutes(15, 0, 0).write()).as("an hour later").isEqualTo(10);
    minutes(2, 0, 70);
    assertThat(minutes(57, 0, 0).write()).as("less than an hour later").isEqualTo(100);
    assertThat(minutes(1, 0, 0).write()).as("an hour later again").isEqualTo(10);
  }

  /** Once the busiest minute since the load fell kept units up for as long as it was low. */
  @Test
  void units_are_lowered_to_those_for_the_last_fifteen_minutes() {
    var wide = new ScalingBounds(new Provisioned(1, 1), new Provisioned(100, 100), 70);
    var scaled = new ResourceScaling(wide, new Provisioned(1, 3));
    for (int i = 1; i <= 15; i++) {
      assertThat(scaled.minute(new Provisioned(0, 1.45), i * 60_000L).write())
          .as("1.45 of 3, but 70 % of 2 are less")
          .isEqualTo(3);
    }
    for (int i = 16; i <= 30; i++) scaled.minute(new Provisioned(0, 0), i * 60_000L);
    assertThat(scaled.units().write()).isEqualTo(1);
  }

  @Test
  void reads_and_writes_are_lowered_on_one_account() {
    for (int i = 0; i < 2; i++) {
      minutes(2, 70, 70);
      assertThat(minutes(15, 0, 0)).isEqualTo(new Provisioned(10, 10));
    }
    minutes(2, 0, 70);
    assertThat(minutes(15, 0, 0).write()).isEqualTo(100);
  }

  @Test
  void units_out_of_bounds_are_brought_into_them() {
    var wide = new ResourceScaling(BOUNDS, new Provisioned(1, 5000));
    assertThat(wide.minute(new Provisioned(0, 100), 60_000)).isEqualTo(new Provisioned(10, 200));
  }

  @Test
  void a_low_target_still_lowers_units() {
    var low = new ScalingBounds(new Provisioned(10, 10), new Provisioned(100, 100), 20);
    var scaled = new ResourceScaling(low, new Provisioned(100, 100));
    for (int i = 1; i < 15; i++) scaled.minute(new Provisioned(20, 9), i * 60_000L);
    assertThat(scaled.minute(new Provisioned(20, 9), 900_000)).isEqualTo(new Provisioned(100, 45));
  }

  @Test
  void without_a_declaration_scaling_begins_with_what_the_load_needs() {
    var fitting = ResourceScaling.fitting(ScalingBounds.UNLIMITED, new Provisioned(0, 70));
    assertThat(fitting.units()).isEqualTo(new Provisioned(1, 100));
  }
}
