package dev.trestle.homeops.understanding.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.model.ActType;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.understanding.Utterance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What the model of the build understands. The limits are the aims of the design. The texts of the
 * held-out split are not printed: whoever changes rules must not see them.
 */
class EmbeddedUnderstandingTest {
  private static final Path DATA =
      Path.of(System.getProperty("trestle.root"), "systems", "homeops", "data");
  private static final MemberId ANNA = new MemberId(7);
  private static final MemberId MARTIN = new MemberId(8);

  private static final EmbeddedUnderstanding UNDERSTANDING = new EmbeddedUnderstanding();

  @Test
  void held_out_households_are_understood_as_well_as_published() throws IOException {
    var evaluation = Evaluation.of(UNDERSTANDING, Corpus.read(DATA.resolve("heldout")));
    evaluation.print(System.out);
    assertThat(evaluation.logged.precision.value()).as("precision").isGreaterThanOrEqualTo(0.97);
    assertThat(evaluation.logged.recall.value()).as("recall").isGreaterThanOrEqualTo(0.85);
    assertThat(evaluation.activity.value()).as("activity").isGreaterThanOrEqualTo(0.95);
    assertThat(evaluation.noneLogged.value()).as("none logged").isLessThanOrEqualTo(0.01);
    assertThat(evaluation.who.value()).as("who").isGreaterThan(0.98);
    assertThat(evaluation.day.value()).as("day").isGreaterThan(0.98);
  }

  @Test
  void two_chores_in_one_message_are_two_acts() {
    var acts = UNDERSTANDING.understand(said("diskat och slängt soporna")).acts();
    assertThat(acts)
        .extracting(act -> act.activity().orElseThrow())
        .containsExactlyInAnyOrder("diskning", "sopor");
    assertThat(acts).allMatch(act -> act.type() == ActType.chore && act.confidence() >= 0.85);
  }

  @Test
  void a_member_who_is_the_subject_did_it() {
    var act = UNDERSTANDING.understand(said("Anna har lagat mat")).acts().getFirst();
    assertThat(act.who()).isEqualTo(Optional.of(ANNA));
    assertThat(act.activity()).isEqualTo(Optional.of("matlagning"));
  }

  @Test
  void a_stranger_who_is_the_subject_logs_nothing() {
    assertThat(UNDERSTANDING.understand(said("Gunilla har lagat mat")).acts())
        .noneMatch(act -> act.type().isDone() && act.confidence() >= Evaluation.ACTING);
  }

  private static Utterance said(String text) {
    return new Utterance(
        text,
        MARTIN,
        List.of(new Utterance.Member(ANNA, "Anna"), new Utterance.Member(MARTIN, "Martin")),
        Map.of(),
        Evaluation.ZONE,
        Instant.parse("2026-03-11T18:10:00Z"));
  }
}
