package dev.trestle.homeops.web;

import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.Decision;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Messages;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code /chats/{chat}/decisions}: how messages were understood, and what was done. */
public final class DecisionsApi {
  private static final int PAGE = 20;
  private static final int PAGE_MAX = 50;

  /** How many decisions are read for a page at most. */
  private static final int READ_MAX = 1000;

  private static final Pattern ID = Pattern.compile("dec_([0-9]{1,15})_([0-9]{1,15})");

  record StepView(String rule, String verdict) {}

  record DecisionView(
      String id,
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

  /** Several decisions may have the same time, so an id also has the number of the message. */
  private record Position(Instant decided, MessageNumber messageId) {
    static Position of(Decision decision) {
      return new Position(decision.decided(), decision.messageId());
    }

    static Optional<Position> parse(String text) {
      var id = ID.matcher(text);
      return id.matches()
          ? Optional.of(
              new Position(
                  Instant.ofEpochMilli(Long.parseLong(id.group(1))),
                  new MessageNumber(Long.parseLong(id.group(2)))))
          : Optional.empty();
    }

    boolean isBefore(Position other) {
      return decided.equals(other.decided)
          ? messageId.value() < other.messageId.value()
          : decided.isBefore(other.decided);
    }

    /** All decisions before this one have an earlier time. */
    Instant end() {
      return messageId.value() == 0 ? decided : decided.plusMillis(1);
    }

    /** Ids are ordered as the decisions are. */
    String id() {
      return "dec_%013d_%015d".formatted(decided.toEpochMilli(), messageId.value());
    }
  }

  private Reply list(Call call, Guards guards) {
    var reader = guards.inChat(call);
    var before = call.query("before").map(DecisionsApi::position).orElseGet(this::tomorrow);
    var key = new Decisions.Before(Guards.chat(call), before.end());
    // A message that is still being worked on has no decision to show.
    var decisions =
        store.stream(Decisions.LATEST, key, READ_MAX)
            .filter(Decision::isDecided)
            .filter(decision -> reader.maySee(decision.messageId()))
            .filter(decision -> Position.of(decision).isBefore(before))
            .limit(call.number("limit", PAGE, 1, PAGE_MAX))
            .map(this::view)
            .toList();
    return Reply.ok(Map.of("decisions", decisions));
  }

  private Position tomorrow() {
    return at(clock.instant().plus(Duration.ofDays(1)));
  }

  /** Before all decisions of this time. */
  private static Position at(Instant time) {
    return new Position(time.truncatedTo(ChronoUnit.MILLIS), new MessageNumber(0));
  }

  private static Position position(String text) {
    return Position.parse(text).orElseGet(() -> at(time(text)));
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw ApiError.invalid(
          "before", "The id of a decision or a time such as 2026-03-01T12:00:00Z is expected.");
    }
  }

  private DecisionView view(Decision decision) {
    var message =
        store.run(Messages.FIND, new Messages.OfMessage(decision.chatId(), decision.messageId()));
    return new DecisionView(
        Position.of(decision).id(),
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
