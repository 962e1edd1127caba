package dev.trestle.app.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.trial.ChatCheck.Seen;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The checks of a trial find what they should, and nothing else. */
class TrialChecksTest {
  private static final Map<String, Long> STORED = Map.of("a", 1L, "b", 2L);

  private static List<String> chat(Seen... seen) {
    return new ChatCheck(STORED, Map.of("reader", List.of(seen))).violations();
  }

  @Test
  void a_whole_chat_is_right() {
    assertThat(chat(new Seen(1, "a"), new Seen(2, "b"))).isEmpty();
    // A message whose acknowledgement was lost may be there.
    assertThat(chat(new Seen(1, "a"), new Seen(2, "b"), new Seen(3, "c"))).isEmpty();
  }

  @Test
  void a_lost_message_is_found() {
    assertThat(chat(new Seen(1, "a"))).singleElement().asString().contains("did not see b");
  }

  @Test
  void a_gap_a_repetition_and_a_wrong_order_are_found() {
    assertThat(chat(new Seen(1, "a"), new Seen(2, "b"), new Seen(4, "c"))).hasSize(1);
    assertThat(chat(new Seen(1, "a"), new Seen(2, "b"), new Seen(3, "a"))).hasSize(1);
    assertThat(chat(new Seen(2, "b"), new Seen(1, "a"))).hasSize(2);
    assertThat(chat(new Seen(1, "a"), new Seen(1, "a"), new Seen(2, "b"))).hasSize(2);
  }

  @Test
  void readers_who_saw_different_chats_are_found() {
    var one = List.of(new Seen(1, "a"), new Seen(2, "b"), new Seen(3, "c"));
    var other = List.of(new Seen(1, "a"), new Seen(2, "b"), new Seen(3, "d"));
    assertThat(new ChatCheck(STORED, Map.of("one", one, "other", other)).violations()).hasSize(1);
  }

  @Test
  void a_list_has_everything_once() {
    var acknowledged = Set.of("x", "y");
    assertThat(CountCheck.violations("list", acknowledged, List.of("y", "x"))).isEmpty();
    assertThat(CountCheck.violations("list", acknowledged, List.of("x"))).hasSize(1);
    assertThat(CountCheck.violations("list", acknowledged, List.of("x", "y", "y"))).hasSize(1);
    assertThat(CountCheck.violations("list", acknowledged, List.of("x", "y", "z"))).hasSize(1);
  }
}
