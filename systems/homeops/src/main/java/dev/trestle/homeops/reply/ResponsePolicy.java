package dev.trestle.homeops.reply;

import dev.trestle.homeops.chat.AssistantMessages;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.model.ResponseCounters;
import dev.trestle.homeops.model.ResponseCounters.Counter;
import dev.trestle.homeops.time.QuietHours;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Decides whether the assistant may reply. The rules are evaluated in a fixed order. */
public final class ResponsePolicy {
  /** The confidence from which on an act is logged and noted. */
  public static final double ACTING = 0.85;

  /** Above this confidence the assistant asks what was meant. */
  public static final double ASKING = 0.5;

  static final Duration COOLDOWN = Duration.ofMinutes(15);
  private static final Duration FAST = Duration.ofSeconds(60);
  private static final int FAST_MESSAGES = 3;
  private static final Duration COUNTER_KEPT = Duration.ofDays(7);

  private final Store store;
  private final Preferences preferences;

  public ResponsePolicy(Store store, Preferences preferences) {
    this.store = store;
    this.preferences = preferences;
  }

  /**
   * A reply that the assistant wants to send.
   *
   * @param member the recipient
   */
  public record Wish(
      ChatId chatId,
      MessageNumber messageId,
      MemberId member,
      String text,
      Instant now,
      ZoneId zone) {}

  /**
   * The result of the rules.
   *
   * @param reason the rule that forbade it, or {@code allowed}
   * @param steps each rule that was evaluated, with its result
   */
  public record Verdict(boolean allowed, String reason, List<String> steps) {}

  /** Asks the rules, the daily cap last: once it says yes, the reply is counted. */
  public Verdict ask(Wish wish) {
    var steps = new ArrayList<String>();
    boolean allowed =
        passes(steps, "quiet_hours", !QuietHours.contain(wish.now(), wish.zone()))
            && passes(steps, "fast_conversation", !isFast(wish))
            && passes(steps, "cooldown", !isCoolingDown(wish))
            && passes(steps, "ignored", !preferences.ignores(wish.member()))
            && passes(steps, "tone", ToneFilter.allows(wish.text()))
            && claim(steps, wish);
    var last = steps.getLast();
    return new Verdict(
        allowed, allowed ? "allowed" : last.substring(0, last.indexOf(':')), List.copyOf(steps));
  }

  private static boolean passes(List<String> steps, String rule, boolean passed) {
    steps.add(rule + (passed ? ": pass" : ": silent"));
    return passed;
  }

  private boolean isFast(Wish wish) {
    var since = wish.now().minus(FAST).truncatedTo(ChronoUnit.SECONDS);
    return store.run(Messages.SINCE, new Messages.Since(wish.chatId(), since)).items().stream()
            .filter(message -> !message.userId().equals(wish.member()))
            .filter(message -> !message.userId().equals(AssistantMessages.SENDER))
            .count()
        >= FAST_MESSAGES;
  }

  private boolean isCoolingDown(Wish wish) {
    return store
        .run(Decisions.FIND_LAST_REPLY, new Decisions.OfChat(wish.chatId()))
        .filter(last -> wish.now().isBefore(last.replied().plus(COOLDOWN)))
        .isPresent();
  }

  /** A message that has claimed its reply before was interrupted, and may have been replied to. */
  private boolean claim(List<String> steps, Wish wish) {
    var day = wish.now().atZone(wish.zone()).toLocalDate();
    var message = wish.messageId().toString();
    var claim =
        new ResponseCounters.Claim(
            wish.chatId(), day.toString(), message, wish.now().plus(COUNTER_KEPT));
    return switch (store.run(ResponseCounters.CLAIM, claim)) {
      case Written.Done<Counter> _ -> passes(steps, "daily_cap", true);
      case Written.Refused<Counter>(var current) -> {
        boolean isOwn = current.filter(last -> last.lastClaim().equals(message)).isPresent();
        yield passes(steps, isOwn ? "interrupted" : "daily_cap", false);
      }
    };
  }
}
