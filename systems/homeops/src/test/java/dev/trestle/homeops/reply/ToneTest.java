package dev.trestle.homeops.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.balance.Balances.Week;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.model.IsoWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the assistant may sound, and that it does. */
class ToneTest {
  private static final Instant NOW = Instant.parse("2026-03-11T18:10:00Z");
  private static final ZoneId ZONE = ZoneId.of("Europe/Stockholm");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Du borde diska nu",
        "Du måste diska",
        "Anna gör mer än du",
        "Martin är bäst",
        "Du diskar aldrig",
        "You should do the dishes",
        "Anna did more than you",
        "You never do the dishes!",
        "Shame on you",
        "two\nlines",
        " ",
      })
  void blame_comparison_command_and_judgement_are_refused(String text) {
    assertThat(ToneFilter.allows(text)).isFalse();
  }

  @Test
  void a_reply_of_more_than_200_characters_is_refused() {
    assertThat(ToneFilter.allows("x".repeat(200))).isTrue();
    assertThat(ToneFilter.allows("x".repeat(201))).isFalse();
  }

  static Stream<String> texts() {
    var texts = new ArrayList<String>();
    for (var language : HouseholdLanguage.values()) {
      var group = new ReplyText(language);
      texts.addAll(
          List.of(
              group.noted(),
              group.undone(),
              group.changed(),
              group.help(),
              group.meant("tvätt"),
              group.followUp("Anna", "tvätt"),
              group.never("tvätt"),
              group.last("Anna", "tvätt", NOW, NOW, ZONE),
              group.last("Anna", "tvätt", NOW.minusSeconds(86_400), NOW, ZONE),
              group.last("Anna", "tvätt", NOW.minusSeconds(4 * 86_400), NOW, ZONE),
              group.last("Anna", "tvätt", NOW.minusSeconds(40 * 86_400), NOW, ZONE),
              group.times(Optional.empty(), "tvätt", 1),
              group.times(Optional.of("Anna"), "tvätt", 3)));
      var alone = new PrivateText(language);
      texts.addAll(
          List.of(
              alone.opened(),
              alone.closed(),
              alone.help(),
              alone.notAMember(),
              alone.cannotRead(),
              alone.summary(new IsoWeek("2026-W11"), 1, 2, 12.5, 0.48),
              alone.balance(new Week(new IsoWeek("2026-W11"), 3, 1, 7, 1), Optional.of(0.5))));
    }
    return texts.stream();
  }

  @ParameterizedTest
  @MethodSource("texts")
  void every_text_is_one_line_with_one_emoji_at_most_and_passes_the_filter(String text) {
    assertThat(ToneFilter.allows(text)).isTrue();
    assertThat(text.codePoints().filter(ToneTest::isEmoji).count()).isLessThanOrEqualTo(1);
  }

  private static boolean isEmoji(int character) {
    return Character.isEmojiPresentation(character)
        || Character.getType(character) == Character.OTHER_SYMBOL;
  }
}
