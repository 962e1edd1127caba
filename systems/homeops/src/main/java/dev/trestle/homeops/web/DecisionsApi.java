package dev.trestle.homeops.web;

import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.Decision;
import dev.trestle.homeops.model.Messages;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /chats/{chat}/decisions}: how messages were understood, and what was done. */
public final class DecisionsApi {
  private static final int PAGE = 20;
  private static final int PAGE_MAX = 50;

  record StepView(String rule, String verdict) {}

  record DecisionView(
      long messageId,
      Optional<String> text,
      Instant at,
      List<ActView> acts,
      String gate,
      String action,
      String reason,
      Optional<String> reply,
      List<StepView> steps) {}

  private final Store store;
  private final InstantSource clock;

  public DecisionsApi(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  public void addTo(Router router, Guards guards) {
    router.get("/chats/{chat}/decisions", guards.reads(call -> list(call, guards)));
  }

  private Reply list(Call call, Guards guards) {
    guards.inChat(call);
    var before =
        call.query("before")
            .map(DecisionsApi::time)
            .orElseGet(() -> clock.instant().plus(Duration.ofDays(1)))
            .truncatedTo(ChronoUnit.MILLIS);
    var page =
        store.run(
            Decisions.LATEST,
            new Decisions.Before(Guards.chat(call), before),
            Cursor.start(),
            call.number("limit", PAGE, 1, PAGE_MAX));
    // A message that is still being worked on has no decision to show.
    var decided = page.items().stream().filter(Decision::isDecided);
    return Reply.ok(Map.of("decisions", decided.map(this::view).toList()));
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw ApiError.invalid("before", "A time such as 2026-03-01T12:00:00Z is expected.");
    }
  }

  private DecisionView view(Decision decision) {
    var message =
        store.run(Messages.FIND, new Messages.OfMessage(decision.chatId(), decision.messageId()));
    return new DecisionView(
        decision.messageId().value(),
        message.map(Messages.Message::text),
        decision.decided(),
        decision.acts().stream().map(ActView::of).toList(),
        decision.gate(),
        decision.action().name(),
        decision.reason(),
        decision.reply(),
        decision.steps().stream().map(DecisionsApi::step).toList());
  }

  private static StepView step(String step) {
    int colon = step.indexOf(": ");
    return new StepView(step.substring(0, colon), step.substring(colon + 2));
  }
}
