package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.HomeTable.TABLE;
import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.CLIENT_ID;
import static dev.trestle.homeops.model.Parts.DECIDED;
import static dev.trestle.homeops.model.Parts.MESSAGE;
import static dev.trestle.homeops.model.Parts.USER;
import static dev.trestle.model.Load.perDay;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.homeops.model.Decisions.Action;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How the assistant understood messages, what it did, and why it was silent. */
public final class Decisions {
  /** The progress of a message. */
  public enum Stage {
    /** It could not be understood yet. */
    received,
    /** The acts are known, and not all of them are done. */
    understood,
    /** A reply may have been sent. */
    replying,
    /** All is logged and said, and not all is learned. */
    learning,
    done
  }

  /** The reason of a decision for as long as steps fail that nothing can be said without. */
  public static final String FAILED = "failed";

  /** What the assistant does about a message. */
  public enum Action {
    react,
    reply,
    silent
  }

  /** An act as it was understood. */
  public record DecidedAct(
      ActType type,
      Optional<String> activity,
      Activities.Effort effort,
      double confidence,
      Optional<MemberId> who,
      Instant when) {}

  /**
   * The assistant's decision about a message.
   *
   * @param decided when the message was written or edited
   * @param steps each step and each rule that was evaluated, with its verdict
   * @param targets the activities that a correction changes, chosen before it changes any
   */
  public record Decision(
      ChatId chatId,
      Instant decided,
      MessageNumber messageId,
      MemberId userId,
      Stage stage,
      List<DecidedAct> acts,
      String gate,
      Action action,
      String reason,
      Optional<String> reply,
      List<String> steps,
      List<ActivityId> targets,
      Instant ttl) {
    /** Whether there is something to show: all is said, or it failed for now. */
    public boolean isDecided() {
      return stage == Stage.done || stage == Stage.learning || reason.equals(FAILED);
    }

    /** The same with the activities that it is about to change. */
    public Decision aimedAt(List<ActivityId> activities) {
      return new Decision(
          chatId,
          decided,
          messageId,
          userId,
          stage,
          acts,
          gate,
          action,
          reason,
          reply,
          steps,
          activities,
          ttl);
    }

    /** The same with what became of each step. */
    public Decision with(List<String> verdicts) {
      return new Decision(
          chatId, decided, messageId, userId, stage, acts, gate, action, reason, reply, verdicts,
          targets, ttl);
    }
  }

  /**
   * The last reply in a chat.
   *
   * @param userId the recipient
   * @param sentId the reply's number, if the chat has one
   * @param engaged whether the member wrote back or reacted
   */
  public record LastReply(
      ChatId chatId,
      Instant replied,
      MemberId userId,
      Optional<MessageNumber> sentId,
      Optional<Instant> engaged) {}

  /** A question of the assistant. The activity is logged once it is confirmed. */
  public record Pending(
      ChatId chatId,
      MessageNumber messageId,
      MemberId userId,
      String text,
      DecidedAct act,
      Instant asked,
      Optional<MessageNumber> sentId,
      Instant ttl) {}

  /** The message number that a client's own id got. */
  public record SentMessage(
      ChatId chatId,
      MemberId userId,
      String clientId,
      MessageNumber messageId,
      Instant at,
      Instant ttl) {}

  private static final DecidedAct EXAMPLE_ACT =
      new DecidedAct(
          ActType.chore,
          Optional.of("diskning"),
          Activities.Effort.low,
          0.93,
          Optional.of(Examples.MARTIN),
          Examples.NOW);

  private static final Instant EXPIRES = Instant.parse("2026-05-18T10:30:00Z");

  public static final Entity<Decision> DECISION =
      TABLE
          .entity(Decision.class, lookup())
          .partition(KeyTemplate.of("DECISION#<chatId>", CHAT))
          .sort(KeyTemplate.of("<decided>#<messageId>", DECIDED, MESSAGE))
          .expires(Decision::ttl)
          .maxBytes(8 * 1024)
          .population(Population.of(18_000, 18_000).kept(Duration.ofDays(90)))
          .example(
              new Decision(
                  Examples.CHAT,
                  Examples.NOW,
                  Examples.MESSAGE,
                  Examples.MARTIN,
                  Stage.done,
                  List.of(EXAMPLE_ACT),
                  "open",
                  Action.silent,
                  "quiet_hours",
                  Optional.empty(),
                  List.of("understood: pass", "logged: pass", "quiet_hours: silent"),
                  List.of(),
                  EXPIRES));

  public static final Entity<LastReply> LAST_REPLY =
      TABLE
          .entity(LastReply.class, lookup())
          .partition(KeyTemplate.of("COOLDOWN#<chatId>", CHAT))
          .sort(KeyTemplate.of("COOLDOWN"))
          .example(
              new LastReply(
                  Examples.CHAT,
                  Examples.NOW,
                  Examples.MARTIN,
                  Optional.of(Examples.REPLY),
                  Optional.of(Examples.NOW)));

  public static final Entity<Pending> PENDING =
      TABLE
          .entity(Pending.class, lookup())
          .partition(KeyTemplate.of("PENDING#<chatId>", CHAT))
          .sort(KeyTemplate.of("PENDING"))
          .expires(Pending::ttl)
          .maxBytes(4096)
          .example(
              new Pending(
                  Examples.CHAT,
                  Examples.MESSAGE,
                  Examples.MARTIN,
                  "kört en maskin",
                  EXAMPLE_ACT,
                  Examples.NOW,
                  Optional.of(Examples.REPLY),
                  EXPIRES));

  public static final Entity<SentMessage> SENT =
      TABLE
          .entity(SentMessage.class, lookup())
          .partition(KeyTemplate.of("SENT#<chatId>#<userId>", CHAT, USER))
          .sort(KeyTemplate.of("<clientId>", CLIENT_ID))
          .expires(SentMessage::ttl)
          .population(Population.of(400, 80).kept(Duration.ofDays(2)))
          .example(
              new SentMessage(
                  Examples.CHAT, Examples.MARTIN, "c-17", Examples.MESSAGE, Examples.NOW, EXPIRES));

  public record OfChat(ChatId chatId) {}

  public record OfDecision(ChatId chatId, Instant decided, MessageNumber messageId) {}

  public record Before(ChatId chatId, Instant decided) {}

  public static final Get<OfDecision, Decision> FIND =
      DECISION
          .get("decision.read", "what was decided about a message", OfDecision.class)
          .consistent()
          .load(perDay(200))
          .build();

  public static final Put<Decision, Decision> ADD =
      DECISION
          .put("decision.add", "what a message was taken for")
          .ifAbsent()
          .load(perDay(200))
          .build();

  public static final Put<Decision, Decision> SAVE =
      DECISION.put("decision.save", "why it spoke or was silent").load(perDay(60)).build();

  public static final Query<Before, Decision> LATEST =
      DECISION
          .query("decision.list", "the latest decisions", Before.class)
          .before(Before::decided)
          .descending()
          .page(50)
          .typically(50)
          .load(perDay(2))
          .build();

  public static final Get<OfChat, LastReply> FIND_LAST_REPLY =
      LAST_REPLY
          .get("cooldown.read", "when it last replied", OfChat.class)
          .load(perDay(60))
          .build();

  public static final Put<LastReply, LastReply> SAVE_LAST_REPLY =
      LAST_REPLY.put("cooldown.save", "it replies now").load(perDay(3)).build();

  public static final Delete<OfChat, LastReply> REMOVE_LAST_REPLY =
      LAST_REPLY
          .delete("cooldown.remove", "the chat has moved", OfChat.class)
          .load(perDay(0.001))
          .build();

  public static final Get<OfChat, Pending> FIND_PENDING =
      PENDING
          .get("pending.read", "what it has asked", OfChat.class)
          .consistent()
          .load(perDay(10))
          .build();

  public static final Put<Pending, Pending> SAVE_PENDING =
      PENDING.put("pending.save", "ask whether it was meant").load(perDay(1)).build();

  public static final Delete<OfChat, Pending> REMOVE_PENDING =
      PENDING.delete("pending.remove", "it was confirmed", OfChat.class).load(perDay(1)).build();

  public static final Put<SentMessage, SentMessage> CLAIM_NUMBER =
      SENT.put("message.number", "number a client's message").ifAbsent().load(perDay(20)).build();

  private Decisions() {}
}
