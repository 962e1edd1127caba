package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.CHAT_ID;
import static dev.trestle.messenger.model.Parts.SEQUENCE;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.entry;
import static dev.trestle.model.Conditions.itemExists;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything said in a chat, in one dense order. */
public final class Messages {
  public static final Table TABLE =
      Table.named("messages")
          .partition(string("chat_id"))
          .sort(number("sequence"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .alarms(Alarms.STANDARD)
          .build();

  /** What an entry of the log is; all but texts point at another entry, a member or the chat. */
  public enum Kind {
    text,
    edit,
    delete,
    reaction,
    created,
    joined,
    left,
    role,
    renamed
  }

  /**
   * One entry of a chat's log. What an edit, a deletion or a reaction says is also written into its
   * target, so that who reads an old page sees it as it is now.
   *
   * @param ordinal how many texts the log has up to here, this entry included
   * @param targetSequence the entry that an edit, a deletion or a reaction is about
   * @param replyTo the entry that this one answers
   * @param memberId who joined, left or got another role
   * @param reactions what each person put under a text; an empty one was taken back
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
      long ordinal,
      Optional<Long> targetSequence,
      Optional<Long> replyTo,
      Optional<UserId> memberId,
      Optional<Instant> editedAt,
      Optional<Instant> deletedAt,
      Map<String, String> reactions) {}

  public static final Entity<Message> MESSAGE =
      TABLE
          .entity(Message.class, lookup())
          .partition(CHAT_ID)
          .sort(SEQUENCE)
          .snakeCase()
          .maxBytes(10 * 1024)
          .population(Population.of(10_000_000, 500_000).growing(5000))
          .example(
              new Message(
                  Examples.CHAT,
                  1024,
                  Examples.MESSAGE,
                  Examples.ANN,
                  Examples.CLIENT_MESSAGE_ID,
                  "The mast is up again. Who brings the sails on Saturday? The tide is high at"
                      + " nine, so let us meet at half past eight on the long pier.",
                  "text/plain",
                  Examples.NOW,
                  Kind.text,
                  990,
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Map.of()));

  public record OfChat(ChatId chatId) {}

  public record At(ChatId chatId, long sequence) {}

  /** Up to fifty messages that a chat's owner writes at once. */
  public record Sending(List<Message> messages, List<IdempotencyKeys.FirstUse> keys) {}

  public static final int BATCH = 50;

  /** The most that is given at once; one more is read, to know whether there is more. */
  public static final int PAGE = 100;

  public static final Query<At, Message> M9 =
      MESSAGE
          .query("M9", "messages after a sequence", At.class)
          .after(At::sequence)
          .consistent()
          .page(PAGE + 1)
          .typically(20)
          .load(perSecond(60).hottestKey(0.02))
          .build();

  public static final Query<OfChat, Message> M10 =
      MESSAGE
          .query("M10", "recent N messages", OfChat.class)
          .descending()
          .consistent()
          .page(PAGE + 1)
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

  public static final Query<At, Message> BEFORE =
      MESSAGE
          .query("M10.before", "messages before a sequence, latest first", At.class)
          .before(At::sequence)
          .descending()
          .consistent()
          .page(PAGE + 1)
          .typically(50)
          .load(perSecond(1))
          .build();

  /**
   * Looking for a word goes back through the log, newest first, in bounded steps; what fits is
   * picked out by the server, which says how far it looked. docs/decisions/0021 has why.
   */
  public static final Query<At, Message> SEARCH =
      MESSAGE
          .query("chat.search", "messages before a sequence, to look for a word in", At.class)
          .before(At::sequence)
          .descending()
          .page(100)
          .load(perSecond(0.1))
          .build();

  /** Read when a chat's owner does not know how far the chat has come. */
  public static final Query<OfChat, Message> HEAD =
      MESSAGE
          .query("M21.head", "the newest entry", OfChat.class)
          .descending()
          .consistent()
          .page(1)
          .load(perSecond(0.5))
          .build();

  public static final BatchGet<At, Message> LAST =
      MESSAGE
          .batchGet("chats.last", "last messages of the chats in a list", At.class)
          .typically(20)
          .load(perSecond(1))
          .build();

  static final Put<Message, Message> APPEND =
      MESSAGE.put("M21.message", "the message, at a number that is free").ifAbsent().build();

  public static final Transaction<Sending> M21 =
      Transaction.of("M21", "persist message", Sending.class, lookup())
          .each(APPEND, Sending::messages, BATCH, 1)
          .each(IdempotencyKeys.M13, Sending::keys, BATCH, 1)
          .load(perSecond(12).hottestKey(0.02))
          .build();

  public record Editing(ChatId chatId, long sequence, String content, Instant at) {}

  static final Update<Editing, Message> EDIT =
      MESSAGE
          .update("message.change.edit", "its target says something else", Editing.class)
          .set(Message::content)
          .to(param(Editing::content))
          .set(optional(Message::editedAt))
          .to(param(Editing::at))
          .when(itemExists().and(absent(Message::deletedAt)))
          .build();

  public record Erasing(ChatId chatId, long sequence, Instant at) {}

  static final Update<Erasing, Message> ERASE =
      MESSAGE
          .update("message.change.erase", "its target says nothing any more", Erasing.class)
          .set(Message::content)
          .to("")
          .set(optional(Message::deletedAt))
          .to(param(Erasing::at))
          .set(Message::reactions)
          .to(Map.of())
          .when(itemExists().and(absent(Message::deletedAt)))
          .build();

  public record Reacting(ChatId chatId, long sequence, String userId, String emoji) {}

  static final Update<Reacting, Message> REACT =
      MESSAGE
          .update("message.change.react", "one person's reaction to its target", Reacting.class)
          .set(entry(Message::reactions, param(Reacting::userId)))
          .to(param(Reacting::emoji))
          .when(itemExists().and(absent(Message::deletedAt)))
          .build();

  /** An entry about another entry, and what it does to that one. */
  public record Changing(
      Message entry,
      IdempotencyKeys.FirstUse key,
      Optional<Editing> edit,
      Optional<Erasing> erasure,
      Optional<Reacting> reaction) {}

  public static final Transaction<Changing> CHANGE =
      Transaction.of("message.change", "edit, delete or react to", Changing.class, lookup())
          .step(APPEND, Changing::entry)
          .step(IdempotencyKeys.M13, Changing::key)
          .maybe(EDIT, Changing::edit)
          .maybe(ERASE, Changing::erasure)
          .maybe(REACT, Changing::reaction)
          .load(perSecond(0.05))
          .build();

  private Messages() {}
}
