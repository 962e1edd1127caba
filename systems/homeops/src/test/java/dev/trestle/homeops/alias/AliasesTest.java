package dev.trestle.homeops.alias;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.TestHousehold;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.testing.Await;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A chat's own words, on several servers. */
class AliasesTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final ChatId CHAT = TestHousehold.CHAT;

  private static final MessageNumber FIRST = new MessageNumber(1);
  private static final MessageNumber SECOND = new MessageNumber(2);

  private final TestHousehold household = new TestHousehold();
  private final Aliases aliases = household.aliases;

  @AfterEach
  void close() {
    household.close();
  }

  @Test
  void what_one_server_learns_or_forgets_the_others_know_before_their_cache_expires() {
    try (var signals = new MemorySignals();
        var one = new Aliases(household.store, household.clock, signals);
        var other = new Aliases(household.store, household.clock, signals)) {
      assertThat(other.reliable(CHAT)).isEmpty();
      one.set(CHAT, "mysat", "egentid", household.martin);
      Await.until(() -> other.reliable(CHAT).containsKey("mysat"), TIMEOUT);
      one.remove(CHAT, "mysat");
      Await.until(() -> other.reliable(CHAT).isEmpty(), TIMEOUT);
    }
  }

  @Test
  void a_message_confirms_a_word_once() {
    aliases.confirmed(CHAT, "kört maskin", "tvätt", FIRST, household.martin);
    aliases.confirmed(CHAT, "kört maskin", "tvätt", FIRST, household.martin);
    assertThat(aliases.of(CHAT).getFirst().confirmations()).isEqualTo(1);
    aliases.confirmed(CHAT, "kört maskin", "tvätt", SECOND, household.martin);
    assertThat(aliases.of(CHAT).getFirst().confirmations()).isEqualTo(2);
  }

  @Test
  void a_full_list_takes_no_new_word_and_lets_the_known_ones_change() {
    for (int i = 0; i < Aliases.ALIASES_MAX; i++) {
      aliases.set(CHAT, "ord " + i, "tvätt", household.martin);
    }
    assertThatThrownBy(() -> aliases.set(CHAT, "ett ord till", "tvätt", household.martin))
        .isInstanceOf(Refusal.class);
    aliases.corrected(CHAT, "rättat", "tvätt", FIRST, household.martin);
    aliases.confirmed(CHAT, "bekräftat", "tvätt", SECOND, household.martin);
    assertThat(aliases.of(CHAT))
        .hasSize(Aliases.ALIASES_MAX)
        .allMatch(alias -> alias.alias().startsWith("ord "));
    aliases.set(CHAT, "ord 7", "diskning", household.martin);
    assertThat(aliases.reliable(CHAT)).containsEntry("ord 7", "diskning");
  }
}
