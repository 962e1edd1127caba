package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.HomeTable.TABLE;
import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.CLIENT_ID;
import static dev.trestle.homeops.model.Parts.DECIDED;
import static dev.trestle.homeops.model.Parts.MESSAGE;
import static dev.trestle.homeops.model.Parts.USER;
import static dev.trestle.model.Load.perDay;
import static java.lang.invoke.MethodHandles.lookup;

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
    /** The acts are known, and not all of them are done. */
    understood,
    /** A reply may have been sent. */
    replying,
    done
  }

  /** An act as it was understood. */
  public record DecidedAct(
      String type,
      Optional<String> activity,
      String effort,
      double confidence,
      Optional<Long> who,
      Instant when) {}

  /**
   * The assistant's decision about a message.
   *
   * @param decided when the message was written or edited
   * @param action {@code react}, {@code reply} or {@code silent}
   * @param steps each rule that was evaluated, with its result
   */
  public record Decision(
      String chatId,
      Instant decided,
      long messageId,
      long userId,
      Stage stage,
      List<DecidedAct> acts,
      String gate,
      String action,
      String reason,
      Optional<String> reply,
      List<String> steps,
      Instant ttl) {}

  /**
   * The last reply in a chat.
   *
   * @param userId the recipient
   * @param sentId the reply's number, if the chat has one
   * @param engaged whether the member wrote back or reacted
   */
  public record LastReply(
      String chatId,
      Instant replied,
      long userId,
      Optional<Long> sentId,
      Optional<Instant> engaged) {}

  /** A question of the assistant. The activity is logged once it is confirmed. */
  public record Pending(
      String chatId,
      long messageId,
      long userId,
      String text,
      DecidedAct act,
      Instant asked,
      Optional<Long> sentId,
      Instant ttl) {}

  /** The message number that a client's own id got. */
  public record SentMessage(
      String chatId, long userId, String clientId, long messageId, Instant at, Instant ttl) {}

  private static final DecidedAct EXAMPLE_ACT =
      new DecidedAct(
          "chore",
          Optional.of("diskning"),
          "low",
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
                  456,
                  Examples.MARTIN,
                  Stage.done,
                  List.of(EXAMPLE_ACT),
                  "open",
                  "silent",
                  "quiet_hours",
                  Optional.empty(),
                  List.of("quiet_hours: silent"),
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
                  Optional.of(457L),
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
                  456,
                  Examples.MARTIN,
                  "kört en maskin",
                  EXAMPLE_ACT,
                  Examples.NOW,
                  Optional.of(457L),
                  EXPIRES));

  public static final Entity<SentMessage> SENT =
      TABLE
          .entity(SentMessage.class, lookup())
          .partition(KeyTemplate.of("SENT#<chatId>#<userId>", CHAT, USER))
          .sort(KeyTemplate.of("<clientId>", CLIENT_ID))
          .expires(SentMessage::ttl)
          .population(Population.of(400, 80).kept(Duration.ofDays(2)))
          .example(
              new SentMessage(Examples.CHAT, Examples.MARTIN, "c-17", 456, Examples.NOW, EXPIRES));

  public record OfChat(String chatId) {}

  public record OfDecision(String chatId, Instant decided, long messageId) {}

  public record Before(String chatId, Instant decided) {}

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
