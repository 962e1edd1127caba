package dev.trestle.app.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.trial.ChatCheck.Seen;
import dev.trestle.platform.event.Event;
import dev.trestle.platform.web.Json;
import java.time.Instant;
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

  private static Event entry(long number, long sequence) {
    return new Event(
        "chat",
        Long.toString(sequence),
        "message_sent",
        "messages",
        Instant.EPOCH,
        Json.tree().createObjectNode().put("number", number));
  }

  private static List<String> kafka(Event... events) {
    var check = new EventCheck();
    check.add("messenger", List.of(events));
    var expected =
        List.of(
            ComparedEvent.entry("chat", "message_sent", 1),
            ComparedEvent.entry("chat", "message_sent", 2));
    return check.violations(expected);
  }

  @Test
  void events_may_be_repeated_if_their_sequence_says_so() {
    assertThat(kafka(entry(1, 10), entry(2, 11), entry(1, 10), entry(2, 11))).isEmpty();
  }

  @Test
  void a_missing_event_and_one_that_happened_twice_are_found() {
    assertThat(kafka(entry(1, 10))).singleElement().asString().contains("0 times", "subject=2");
    assertThat(kafka(entry(1, 10), entry(2, 11), entry(2, 12))).hasSize(2);
    assertThat(kafka(entry(2, 10), entry(1, 11))).hasSize(2);
  }
}
