package dev.trestle.homeops.reply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hour at which a member reacts is averaged on the face of a clock. */
class PreferencesHourTest {
  @ParameterizedTest
  @CsvSource({"19, 7, 16.6", "19, 20, 19.2", "23, 1, 23.4", "1, 23, 0.6", "0, 22, 23.6", "8, 8, 8"})
  void an_hour_moves_a_fifth_of_the_shorter_way(double before, double sample, double after) {
    assertThat(Preferences.averageHour(before, sample)).isCloseTo(after, within(1e-9));
  }
}
