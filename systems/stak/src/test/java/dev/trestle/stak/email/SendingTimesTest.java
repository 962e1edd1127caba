package dev.trestle.stak.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.stak.model.Contacts.Contact;
import dev.trestle.stak.model.Contacts.EmailChoice;
import dev.trestle.stak.model.Contacts.QuietHours;
import dev.trestle.stak.model.UserInboxKey;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendingTimesTest {
  private static Contact contact(String quiet, int hour) {
    var times = quiet.split("-", -1);
    return Contact.empty(UserInboxKey.of("acme", "ann", "DEFAULT"))
        .withTimes(
            Optional.of(new QuietHours(LocalTime.parse(times[0]), LocalTime.parse(times[1]))),
            ZoneId.of("Europe/Warsaw"),
            hour);
  }

  /** Clocks in Warsaw go forward at 01:00Z on 29 March, and back at 01:00Z on 25 October. */
  @ParameterizedTest
  @CsvSource({
    "22:00-07:00, 2026-11-16T20:59:59Z, ''",
    "22:00-07:00, 2026-11-16T21:00:00Z, 2026-11-17T06:00:00Z",
    "22:00-07:00, 2026-11-17T05:59:59Z, 2026-11-17T06:00:00Z",
    "22:00-07:00, 2026-11-17T06:00:00Z, ''",
    "12:00-13:00, 2026-11-17T11:30:00Z, 2026-11-17T12:00:00Z",
    "12:00-13:00, 2026-11-17T12:00:00Z, ''",
    "22:00-07:00, 2026-03-28T22:00:00Z, 2026-03-29T05:00:00Z",
    "01:00-02:30, 2026-03-29T00:30:00Z, 2026-03-29T01:30:00Z",
    "22:00-07:00, 2026-10-24T21:00:00Z, 2026-10-25T06:00:00Z",
    "01:00-02:30, 2026-10-25T01:15:00Z, ''"
  })
  void quiet_hours_end_at_the_users_time(String quiet, Instant now, String end) {
    assertThat(SendingTimes.endOfQuiet(contact(quiet, 8), now).map(Instant::toString).orElse(""))
        .isEqualTo(end);
  }

  @ParameterizedTest
  @CsvSource({
    "daily, 8, 2026-11-16T06:59:59Z, 2026-11-16T07:00:00Z",
    "daily, 8, 2026-11-16T07:00:00Z, 2026-11-17T07:00:00Z",
    "daily, 2, 2026-03-28T12:00:00Z, 2026-03-29T01:00:00Z",
    "daily, 2, 2026-10-24T12:00:00Z, 2026-10-25T00:00:00Z",
    "weekly, 8, 2026-11-16T06:59:59Z, 2026-11-16T07:00:00Z",
    "weekly, 8, 2026-11-16T07:00:00Z, 2026-11-23T07:00:00Z",
    "weekly, 8, 2026-11-21T07:00:00Z, 2026-11-23T07:00:00Z"
  })
  void digests_are_due_at_the_users_hour(
      EmailChoice choice, int hour, Instant now, Instant expected) {
    assertThat(SendingTimes.nextDigest(contact("22:00-07:00", hour), choice, now))
        .isEqualTo(expected);
  }
}
