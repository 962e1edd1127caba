package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.messenger.model.MessengerKeys.SEQUENCE;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.entry;
import static dev.trestle.model.Conditions.itemExists;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Regions;
import dev.trestle.messenger.model.MessageFiles.Attachment;
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
import dev.trestle.model.Update;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The log of each chat, in one dense order. */
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

  /** The kinds of entries. All but texts are about another entry, a member or the chat. */
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
   * One entry of a chat's log. An edit, a deletion or a reaction is also applied to its target, so
   * that a page of older entries shows their current state.
   *
   * @param ordinal the number of texts up to and including this entry
   * @param targetSequence the entry that an edit, a deletion or a reaction is about
   * @param replyTo the entry that this one replies to
   * @param memberId who joined, left or changed roles
   * @param reactions the reaction of each user; an empty one was removed
   * @param file the photo or file that a text shows; its content is the caption, and may be empty
   * @param mentions the users whom a text names; absent if there are none
   * @param changedBy the last entry that changed this one: an edit, a deletion or a reaction
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
      Map<String, String> reactions,
      Optional<Attachment> file,
      Optional<List<UserId>> mentions,
      Optional<Long> changedBy) {
    public boolean mentions(UserId user) {
      return mentions.filter(all -> all.contains(user)).isPresent();
    }

    /** The same message, showing a file. */
    public Message with(Attachment attachment) {
      return copy(
          content, editedAt, deletedAt, reactions, Optional.of(attachment), mentions, changedBy);
    }

    /** As {@link #EDIT} leaves it. */
    public Message edited(Editing edit) {
      return copy(
          edit.content,
          Optional.of(edit.at),
          deletedAt,
          reactions,
          file,
          mentions,
          Optional.of(edit.changedBy));
    }

    /** As {@link #ERASE} leaves it. */
    public Message erased(Erasing erasure) {
      return copy(
          "",
          editedAt,
          Optional.of(erasure.at),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(erasure.changedBy));
    }

    /** As {@link #REACT} leaves it. */
    public Message reacted(Reacting reaction) {
      var all = new HashMap<>(reactions);
      all.put(reaction.userId, reaction.emoji);
      return copy(
          content,
          editedAt,
          deletedAt,
          Map.copyOf(all),
          file,
          mentions,
          Optional.of(reaction.changedBy));
    }

    private Message copy(
        String newContent,
        Optional<Instant> newEditedAt,
        Optional<Instant> newDeletedAt,
        Map<String, String> newReactions,
        Optional<Attachment> newFile,
        Optional<List<UserId>> newMentions,
        Optional<Long> newChangedBy) {
      return new Message(
          chatId,
          sequence,
          messageId,
          senderId,
          clientMessageId,
          newContent,
          contentType,
          createdAt,
          kind,
          ordinal,
          targetSequence,
          replyTo,
          memberId,
          newEditedAt,
          newDeletedAt,
          newReactions,
          newFile,
          newMentions,
          newChangedBy);
    }
  }

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
                  Map.of(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty()));

  public record OfChat(ChatId chatId) {}

  public record At(ChatId chatId, long sequence) {}

  /** Messages that are written in one transaction. */
  public record NewMessages(List<Message> messages, List<IdempotencyKeys.FirstUse> keys) {}

  /** The most messages in one transaction. */
  public static final int BATCH = 50;

  /** The highest sequence number. */
  public static final long SEQUENCE_MAX = 999_999_999_999_999L;

  /** The most entries on one page. One more is read, to know whether there is a next page. */
  public static final int PAGE = 100;

  public static final Query<At, Message> AFTER =
      MESSAGE
          .query("M9", "messages after a sequence", At.class)
          .after(At::sequence)
          .consistent()
          .page(PAGE + 1)
          .typically(20)
          .load(perSecond(60).hottestKey(0.02))
          .build();

  public static final Query<OfChat, Message> RECENT =
      MESSAGE
          .query("M10", "recent N messages", OfChat.class)
          .descending()
          .consistent()
          .page(PAGE + 1)
          .typically(50)
          .load(perSecond(30).hottestKey(0.02))
          .build();

  public static final Get<At, Message> ONE =
      MESSAGE.get("M11", "one message", At.class).load(perSecond(8)).build();

  /** Read where a missing message would be wrong: while syncing, and before it is amended. */
  public static final Get<At, Message> ONE_CONSISTENT =
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
   * A search reads the log backwards in bounded steps and picks out what matches. Why there is no
   * index: docs/decisions/0021.
   */
  public static final Query<At, Message> SEARCH =
      MESSAGE
          .query("chat.search", "messages before a sequence, to search in", At.class)
          .before(At::sequence)
          .descending()
          .page(100)
          .load(perSecond(0.1))
          .build();

  /** Read when a server does not know a chat's head. */
  public static final Query<OfChat, Message> NEWEST =
      MESSAGE
          .query("M21.head", "the newest entry", OfChat.class)
          .descending()
          .consistent()
          .first()
          .load(perSecond(0.5))
          .build();

  /** Read to move a segment to cold storage. */
  public static final Query<OfChat, Message> OLDEST =
      MESSAGE
          .query("F1.oldest", "the oldest entries in the table", OfChat.class)
          .consistent()
          .page(MessageSegments.ENTRIES)
          .load(perSecond(0.15))
          .build();

  static final Put<Message, Message> APPEND =
      MESSAGE.put("M21.message", "write the message at the next number").ifAbsent().build();

  public static final Transaction<NewMessages> SEND =
      Transaction.of("M21", "persist message", NewMessages.class, lookup())
          .each(APPEND, NewMessages::messages, BATCH, 1)
          .each(IdempotencyKeys.CLAIM, NewMessages::keys, BATCH, 1)
          .load(perSecond(12).hottestKey(0.02))
          .build();

  public record Editing(ChatId chatId, long sequence, String content, Instant at, long changedBy) {}

  static final Update<Editing, Message> EDIT =
      MESSAGE
          .update("message.change.edit", "change its target's content", Editing.class)
          .set(Message::content)
          .to(param(Editing::content))
          .set(optional(Message::editedAt))
          .to(param(Editing::at))
          .set(optional(Message::changedBy))
          .to(param(Editing::changedBy))
          .when(itemExists().and(absent(Message::deletedAt)))
          .build();

  public record Erasing(ChatId chatId, long sequence, Instant at, long changedBy) {}

  static final Update<Erasing, Message> ERASE =
      MESSAGE
          .update("message.change.erase", "erase its target's content", Erasing.class)
          .set(Message::content)
          .to("")
          .set(optional(Message::deletedAt))
          .to(param(Erasing::at))
          .set(Message::reactions)
          .to(Map.of())
          .remove(Message::file)
          .remove(Message::mentions)
          .set(optional(Message::changedBy))
          .to(param(Erasing::changedBy))
          .when(itemExists().and(absent(Message::deletedAt)))
          .build();

  public record Reacting(
      ChatId chatId, long sequence, String userId, String emoji, long changedBy) {}

  static final Update<Reacting, Message> REACT =
      MESSAGE
          .update("message.change.react", "set a user's reaction to its target", Reacting.class)
          .set(entry(Message::reactions, param(Reacting::userId)))
          .to(param(Reacting::emoji))
          .set(optional(Message::changedBy))
          .to(param(Reacting::changedBy))
          .when(itemExists().and(absent(Message::deletedAt)))
          .build();

  /** An entry about another entry, the change to that one, and the file that goes with it. */
  public record Amendment(
      Message entry,
      IdempotencyKeys.FirstUse key,
      Optional<Editing> edit,
      Optional<Erasing> erasure,
      Optional<Reacting> reaction,
      Optional<MessageFiles.ById> file) {}

  public static final Transaction<Amendment> AMEND =
      Transaction.of(
              "message.change", "edit, delete or react to a message", Amendment.class, lookup())
          .step(APPEND, Amendment::entry)
          .step(IdempotencyKeys.CLAIM, Amendment::key)
          .maybe(EDIT, Amendment::edit)
          .maybe(ERASE, Amendment::erasure)
          .maybe(REACT, Amendment::reaction)
          .maybe(MessageFiles.REMOVE, Amendment::file)
          .load(perSecond(0.05))
          .build();

  private Messages() {}
}
