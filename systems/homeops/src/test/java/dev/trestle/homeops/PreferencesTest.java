package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Memory.Preference;
import dev.trestle.homeops.model.MessageNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the assistant learns from how members take its replies. */
class PreferencesTest {
  private final TestHousehold household = new TestHousehold();

  @AfterEach
  void close() {
    household.close();
  }

  @Test
  void a_reply_that_nobody_reacts_to_was_ignored() {
    household.martin("diskat");
    assertThat(preferences()).isEmpty();
    later(Duration.ofMinutes(20));
    household.martin("dammsugit");
    assertThat(preferences()).containsOnlyKeys("ignoreRate");
    assertThat(preference("ignoreRate").value()).isEqualTo(1);
    assertThat(preference("ignoreRate").samples()).isEqualTo(1);
  }

  @Test
  void a_reaction_teaches_when_and_how_often_a_member_reacts_once() {
    household.martin("diskat");
    answerTheLastReply("tack");
    answerTheLastReply("tack igen");
    assertThat(preferences()).containsOnlyKeys("interactionFrequency", "responseTimingPref");
    assertThat(preference("responseTimingPref").value()).isEqualTo(19);
    assertThat(preference("interactionFrequency").value()).isEqualTo(1);
    assertThat(preference("interactionFrequency").samples()).isEqualTo(1);

    // Twelve hours later the average moves by a fifth towards two a day and seven o'clock.
    household.clock.set(Instant.parse("2026-03-12T06:12:00Z"));
    household.martin("dammsugit");
    household.clock.set(Instant.parse("2026-03-12T06:11:00Z"));
    answerTheLastReply("tack");
    assertThat(preference("ignoreRate").value()).isZero();
    assertThat(preference("interactionFrequency").value()).isCloseTo(1.2, within(0.01));
    assertThat(preference("responseTimingPref").value())
        .isCloseTo(0.8 * 19 + 0.2 * 7, within(1e-9));
  }

  private void later(Duration time) {
    household.clock.advance(time);
  }

  private ReceivedMessage answerTheLastReply(String text) {
    household.clock.advance(Duration.ofMinutes(1));
    var reply = new MessageNumber(100_000L + household.chat.sent.size());
    var message =
        household.message(5000 + household.messages().size(), "1", text, Optional.of(reply));
    household.handle(message);
    return message;
  }

  private Preference preference(String key) {
    return Objects.requireNonNull(preferences().get(key), key);
  }

  private Map<String, Preference> preferences() {
    List<Preference> found =
        household
            .store
            .run(Memory.PREFERENCES_OF_USER, new Memory.OfUser(household.martin))
            .items();
    return found.stream()
        .collect(Collectors.toMap(each -> each.metric().name(), Function.identity()));
  }
}
