package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.CHAT_ID;
import static dev.trestle.messenger.model.Parts.SEQUENCE;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Everything said in a chat, in one dense order. */
public final class Messages {
  public static final Table TABLE =
      Table.named("messages")
          .partition(string("chat_id"))
          .sort(number("sequence"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .protectedFromDeletion()
          .stream(StreamView.NEW_IMAGE)
          .alarms(Alarms.STANDARD)
          .build();

  /** What an entry of the log is; all but texts point at another entry or at a member. */
  public enum Kind {
    text,
    edit,
    delete,
    reaction,
    joined,
    left
  }

  /**
   * One entry of a chat's log.
   *
   * @param targetSequence the entry that an edit, a deletion or a reaction is about
   * @param replyTo the entry that this one answers
   */
  public record Message(
      ChatId chatId,
      long sequence,
      MessageId messageId,
      UserId senderId,
      String clientMessageId,
      String content,
      String contentType,
      Instant createdAt,
      Kind kind,
      Optional<Long> targetSequence,
      Optional<Long> replyTo) {}

  public static final Entity<Message> MESSAGE =
      TABLE
          .entity(Message.class, lookup())
          .partition(CHAT_ID)
          .sort(SEQUENCE)
          .snakeCase()
          .maxBytes(5 * 1024)
          .population(Population.of(10_000_000, 500_000).growing(5000))
          .example(
              new Message(
                  Examples.CHAT,
                  1024,
                  Examples.MESSAGE,
                  Examples.ANN,
                  Examples.CLIENT_MESSAGE_ID,
                  "The mast is up again. Who brings the sails on Saturday?",
                  "text/plain",
                  Examples.NOW,
                  Kind.text,
                  Optional.empty(),
                  Optional.empty()));

  public record OfChat(ChatId chatId) {}

  public record At(ChatId chatId, long sequence) {}

  /** Up to fifty messages that a chat's owner writes at once. */
  public record Sending(List<Message> messages, List<IdempotencyKeys.FirstUse> keys) {}

  public static final int BATCH = 50;

  public static final Query<At, Message> M9 =
      MESSAGE
          .query("M9", "messages after a sequence", At.class)
          .after(At::sequence)
          .consistent()
          .page(100)
          .typically(20)
          .load(perSecond(60).hottestKey(0.02))
          .build();

  public static final Query<OfChat, Message> M10 =
      MESSAGE
          .query("M10", "recent N messages", OfChat.class)
          .descending()
          .consistent()
          .page(100)
          .typically(50)
          .load(perSecond(30).hottestKey(0.02))
          .build();

  public static final Get<At, Message> M11 =
      MESSAGE.get("M11", "one message", At.class).load(perSecond(8)).build();

  /** The same while syncing, where missing a message would be wrong. */
  public static final Get<At, Message> M11_SYNC =
      MESSAGE
          .get("M11.sync", "one message, while syncing", At.class)
          .consistent()
          .load(perSecond(2))
          .build();

  static final Put<Message, Message> APPEND =
      MESSAGE.put("M21.message", "the message, at a number that is free").ifAbsent().build();

  public static final Transaction<Sending> M21 =
      Transaction.of("M21", "persist message", Sending.class, lookup())
          .each(APPEND, Sending::messages, BATCH)
          .each(IdempotencyKeys.M13, Sending::keys, BATCH)
          .load(perSecond(12).hottestKey(0.02))
          .build();

  private Messages() {}
}
