package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.Decisions.Stage;
import dev.trestle.homeops.understanding.Understanding;
import dev.trestle.homeops.understanding.embedded.EmbeddedUnderstanding;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A step that fails alone stops no other, is explained, and is done when it can be. */
class FailingStepsTest {
  private final AtomicBoolean confused = new AtomicBoolean();
  private final TestHousehold household = new TestHousehold(confusable());

  @AfterEach
  void close() {
    household.close();
  }

  private Understanding confusable() {
    var embedded = new EmbeddedUnderstanding();
    return utterance -> {
      if (confused.get()) {
        throw new IllegalStateException("the understanding is out of order");
      }
      return embedded.understand(utterance);
    };
  }

  /** Handles a message as the queue does: what fails is handled again later. */
  private void fails(ReceivedMessage message) {
    assertThatThrownBy(() -> household.handle(message)).isInstanceOf(IllegalStateException.class);
  }

  private void writesFail(String what) {
    household.unreachable.set(request ->
        (request instanceof PutItemRequest || request instanceof UpdateItemRequest)
            && request.toString().contains(what));
  }

  private void allIsWell() {
    household.unreachable.set(_ -> false);
    confused.set(false);
  }

  private List<String> steps(ReceivedMessage message) {
    return household.decision(message).steps();
  }

  @ParameterizedTest
  @ValueSource(strings = {"EFFORT#", "PATTERN#"})
  void what_cannot_be_learned_stops_neither_the_other_acts_nor_the_reply(String record) {
    var message = household.message("diskat och slängt soporna");
    writesFail(record);
    fails(message);
    assertThat(household.activities())
        .extracting(Activity::activity)
        .containsExactlyInAnyOrder("diskning", "sopor");
    assertThat(household.chat.sent).containsExactly("Noterat ✓");
    assertThat(household.decision(message).reason()).isEqualTo("noted");
    assertThat(household.decision(message).isDecided()).isTrue();
    assertThat(steps(message)).contains("logged: pass", "learned: failed");
    fails(message);

    allIsWell();
    household.handle(message);
    household.handle(message);
    assertThat(household.chat.sent).hasSize(1);
    for (var activity : List.of("diskning", "sopor")) {
      assertThat(household.habit(activity).orElseThrow().totalCount()).isEqualTo(1);
      assertThat(household.effort(activity).orElseThrow().samples()).isEqualTo(1);
    }
    assertThat(household.decision(message).stage()).isEqualTo(Stage.done);
    assertThat(steps(message)).contains("learned: pass", "daily_cap: pass");
  }

  @Test
  void what_was_undone_before_it_was_learned_stays_undone() {
    var message = household.message("diskat");
    writesFail("EFFORT#");
    fails(message);
    allIsWell();
    household.log.undo(
        TestHousehold.CHAT,
        household.activities().getFirst().activityId(),
        household.home().zone());
    household.handle(message);
    assertThat(household.activities()).isEmpty();
    assertThat(household.effort("diskning")).isEmpty();
    assertThat(household.habit("diskning")).isEmpty();
  }

  @Test
  void what_cannot_be_logged_is_not_confirmed_until_it_is() {
    var message = household.message("diskat, och jag tar tvätten sen");
    writesFail("homeops-activities");
    fails(message);
    assertThat(household.chat.sent).isEmpty();
    assertThat(household.promises.active(household.martin)).hasSize(1);
    assertThat(household.decision(message).reason()).isEqualTo("failed");
    assertThat(steps(message)).contains("logged: failed", "promised: pass");
    allIsWell();
    household.handle(message);
    assertThat(household.chat.sent).containsExactly("Noterat ✓");
    assertThat(household.activities()).hasSize(1);
    assertThat(household.promises.ofMember(household.martin)).hasSize(1);
  }

  @Test
  void a_promise_that_cannot_be_noted_is_noted_later() {
    var message = household.message("jag tar disken sen");
    writesFail("PROMISE#");
    fails(message);
    assertThat(household.decision(message).reason()).isEqualTo("failed");
    allIsWell();
    household.handle(message);
    assertThat(household.promises.active(household.martin)).hasSize(1);
    assertThat(household.decision(message).reason()).isEqualTo("promise_noted");
  }

  @Test
  void a_message_that_cannot_be_understood_is_stored_explained_and_understood_later() {
    var message = household.message("diskat");
    confused.set(true);
    fails(message);
    fails(message);
    assertThat(household.messages()).hasSize(1);
    assertThat(household.decision(message).reason()).isEqualTo("failed");
    assertThat(household.decision(message).isDecided()).isTrue();
    assertThat(steps(message)).containsExactly("understood: failed");
    allIsWell();
    household.handle(message);
    assertThat(household.activities()).hasSize(1);
    assertThat(household.chat.sent).containsExactly("Noterat ✓");
    assertThat(steps(message)).contains("understood: pass", "logged: pass", "learned: pass");
  }

  @Test
  void a_failure_after_a_reply_was_sent_does_not_send_it_again() {
    var message = household.message("diskat");
    writesFail("COOLDOWN#");
    household.handle(message);
    assertThat(steps(message)).contains("reply: failed");
    allIsWell();
    household.handle(message);
    assertThat(household.chat.sent).containsExactly("Noterat ✓");
    assertThat(household.activities()).hasSize(1);
  }
}
