package dev.trestle.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimeTextTest {
  private static final DateTimeFormatter SLOW =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  @Test
  void times_have_milliseconds_and_are_cut_off_there() {
    assertThat(TimeText.of(Instant.parse("2026-03-01T12:00:00Z")))
        .isEqualTo("2026-03-01T12:00:00.000Z");
    assertThat(TimeText.of(Instant.parse("2024-02-29T23:59:59.999999999Z")))
        .isEqualTo("2024-02-29T23:59:59.999Z");
    assertThat(TimeText.of(Instant.EPOCH.minusNanos(1))).isEqualTo("1969-12-31T23:59:59.999Z");
  }

  @Test
  void any_time_is_written_as_the_formatter_writes_it() {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 10_000; i++) {
      long range = i % 2 == 0 ? 4_000_000_000L : 1_000_000_000_000L;
      var time =
          Instant.ofEpochSecond(random.nextLong(-range, range), random.nextInt(1_000_000_000));
      assertThat(TimeText.of(time)).as("seed " + seed).isEqualTo(SLOW.format(time));
    }
  }
}
