package dev.trestle.homeops.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times as families say them. 11 March 2026 is a Wednesday. */
class SpokenTimeTest {
  private static final ZoneId STOCKHOLM = ZoneId.of("Europe/Stockholm");

  private static ZonedDateTime local(String time) {
    return LocalDateTime.parse(time).atZone(STOCKHOLM);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          diskade igår                          | 2026-03-11T19:10 | 2026-03-10T12:00
          diskade igår kväll                    | 2026-03-11T19:10 | 2026-03-10T20:00
          dammsög i morse                       | 2026-03-11T19:10 | 2026-03-11T08:00
          tvättade i förrgår                    | 2026-03-11T19:10 | 2026-03-09T12:00
          städade i måndags                     | 2026-03-11T19:10 | 2026-03-09T12:00
          handlade i onsdags                    | 2026-03-11T19:10 | 2026-03-04T12:00
          städade i lördags och i söndags       | 2026-03-11T19:10 | 2026-03-07T12:00
          diskade för två timmar sen            | 2026-03-11T19:10 | 2026-03-11T17:10
          diskade för en halvtimme sedan        | 2026-03-11T19:10 | 2026-03-11T18:40
          diskade halv tre                      | 2026-03-11T19:10 | 2026-03-11T14:30
          diskade kvart över sju                | 2026-03-11T19:10 | 2026-03-11T07:15
          diskade tjugo i sex                   | 2026-03-11T19:10 | 2026-03-11T17:40
          diskade kl 15.30                      | 2026-03-11T19:10 | 2026-03-11T15:30
          matade katten i natt                  | 2026-03-11T19:10 | 2026-03-11T02:00
          diskade ikväll                        | 2026-03-11T21:30 | 2026-03-11T20:00
          diskade ikväll                        | 2026-03-12T00:40 | 2026-03-11T20:00
          did the dishes yesterday              | 2026-03-11T19:10 | 2026-03-10T12:00
          did them the day before yesterday     | 2026-03-11T19:10 | 2026-03-09T12:00
          walked the dog last night             | 2026-03-11T19:10 | 2026-03-10T21:00
          walked the dog last night             | 2026-03-11T03:00 | 2026-03-11T02:00
          walked the dog this morning           | 2026-03-11T19:10 | 2026-03-11T08:00
          did the laundry on Tuesday            | 2026-03-11T19:10 | 2026-03-10T12:00
          cleaned on Monday and last Saturday   | 2026-03-11T19:10 | 2026-03-09T12:00
          cleaned an hour ago                   | 2026-03-11T19:10 | 2026-03-11T18:10
          cleaned half an hour ago              | 2026-03-11T19:10 | 2026-03-11T18:40
          cleaned 20 minutes ago                | 2026-03-11T19:10 | 2026-03-11T18:50
          cooked at half past six               | 2026-03-11T19:10 | 2026-03-11T18:30
          cooked at quarter to six              | 2026-03-11T19:10 | 2026-03-11T17:45
          cooked at 3pm                         | 2026-03-11T19:10 | 2026-03-11T15:00
          cooked tonight                        | 2026-03-11T19:10 | 2026-03-11T19:10
          """)
  void what_was_done_has_a_time(String message, String now, String done) {
    assertThat(SpokenTime.past(message, local(now))).contains(local(done));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jag tar disken ikväll                 | 2026-03-11T19:10 | 2026-03-11T21:00
          jag tar disken ikväll                 | 2026-03-11T23:30 | 2026-03-11T23:59
          jag diskar halv tre                   | 2026-03-11T13:00 | 2026-03-11T14:30
          jag diskar om en halvtimme            | 2026-03-11T19:10 | 2026-03-11T19:40
          jag diskar imorgon                    | 2026-03-11T19:10 | 2026-03-12T21:00
          jag diskar imorgon bitti              | 2026-03-11T19:10 | 2026-03-12T08:00
          jag diskar imorgon halv tre           | 2026-03-11T19:10 | 2026-03-12T14:30
          jag diskar i övermorgon               | 2026-03-11T19:10 | 2026-03-13T21:00
          jag dammsuger på fredag               | 2026-03-11T19:10 | 2026-03-13T21:00
          jag dammsuger på fredag eller lördag  | 2026-03-11T19:10 | 2026-03-13T21:00
          jag dammsuger på lördag eller fredag  | 2026-03-11T19:10 | 2026-03-14T21:00
          jag dammsuger på onsdag               | 2026-03-11T19:10 | 2026-03-18T21:00
          jag städar i helgen                   | 2026-03-11T19:10 | 2026-03-15T21:00
          jag städar nästa vecka                | 2026-03-11T19:10 | 2026-03-22T21:00
          jag städar nästa vecka                | 2026-03-15T19:10 | 2026-03-22T21:00
          jag städar nästa vecka                | 2026-03-16T19:10 | 2026-03-29T21:00
          jag tar det sen                       | 2026-03-11T19:10 | 2026-03-12T01:10
          I'll do it tonight                    | 2026-03-11T19:10 | 2026-03-11T21:00
          I'll do it tomorrow morning           | 2026-03-11T19:10 | 2026-03-12T08:00
          I'll do it in an hour                 | 2026-03-11T19:10 | 2026-03-11T20:10
          I'll do it in half an hour            | 2026-03-11T19:10 | 2026-03-11T19:40
          I'll do it at 8                       | 2026-03-11T19:10 | 2026-03-11T20:00
          I'll do it by Friday                  | 2026-03-11T19:10 | 2026-03-13T21:00
          I'll do it on Sunday or Monday        | 2026-03-11T19:10 | 2026-03-15T21:00
          I'll do it after work                 | 2026-03-11T12:00 | 2026-03-11T18:00
          """)
  void a_promise_has_a_deadline(String message, String now, String deadline) {
    assertThat(SpokenTime.deadline(message, local(now))).isEqualTo(local(deadline));
  }

  @Test
  void a_message_without_a_time_was_written_when_it_was_done() {
    assertThat(SpokenTime.past("diskat", local("2026-03-11T19:10"))).isEmpty();
    assertThat(SpokenTime.past("did the dishes", local("2026-03-11T19:10"))).isEmpty();
  }
}
