package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.MESSAGE;
import static dev.trestle.homeops.model.Parts.TIMESTAMP;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The messages of the chats, kept for ninety days. */
public final class Messages {
  public static final Table TABLE =
      Table.named("homeops-messages")
          .partition(string("chatId"))
          .sort(number("messageId"))
          .global(index("chatId-timestamp-index", string("chatId")).sort(number("timestamp")).all())
          .timeToLive("ttl")
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  public record Message(
      ChatId chatId,
      MessageNumber messageId,
      MemberId userId,
      String userName,
      String text,
      Instant timestamp,
      Optional<MessageNumber> replyTo,
      Optional<Instant> editedAt,
      String raw,
      Instant createdAt,
      Instant ttl) {}

  public static final Entity<Message> MESSAGE_OF =
      TABLE
          .entity(Message.class, lookup())
          .partition(CHAT)
          .sort(MESSAGE)
          .in("chatId-timestamp-index", CHAT, TIMESTAMP)
          .expires(Message::ttl)
          .maxBytes(16 * 1024)
          .population(Population.of(15_000, 15_000).kept(Duration.ofDays(90)))
          .example(
              new Message(
                  Examples.CHAT,
                  Examples.MESSAGE,
                  Examples.MARTIN,
                  "Martin",
                  "jag har diskat och tagit ut soporna",
                  Examples.NOW,
                  Optional.empty(),
                  Optional.empty(),
                  Examples.UPDATE,
                  Examples.NOW,
                  Instant.parse("2026-05-18T10:30:00Z")));

  public record OfMessage(ChatId chatId, MessageNumber messageId) {}

  public record Before(ChatId chatId, MessageNumber messageId) {}

  public record Edit(ChatId chatId, MessageNumber messageId, String text, Instant editedAt) {}

  public record Between(ChatId chatId, Instant from, Instant to) {}

  public record ByUserInChat(ChatId chatId, MemberId userId) {}

  public record Since(ChatId chatId, Instant since) {}

  public static final Query<Between, Message> BETWEEN =
      MESSAGE_OF
          .index("chatId-timestamp-index")
          .query("A1", "messages of a chat in a time range", Between.class)
          .between(Between::from, Between::to)
          .page(100)
          .typically(20)
          .load(perDay(50))
          .build();

  public static final Query<ByUserInChat, Message> BY_USER_IN_CHAT =
      MESSAGE_OF
          .index("chatId-timestamp-index")
          .query("A2", "messages by user in a chat", ByUserInChat.class)
          .filter(field(Message::userId).is(param(ByUserInChat::userId)))
          .descending()
          .page(100)
          .typically(50)
          .load(perDay(10))
          .build();

  public record ByUser(List<ChatId> chats, MemberId userId) {}

  /** The chats of a household are few, and one index less is a unit less for every message. */
  public static final Query<ByUser, Message> BY_USER =
      MESSAGE_OF
          .index("chatId-timestamp-index")
          .query("H11", "messages by user across chats", ByUser.class)
          .across(CHAT, ByUser::chats, 20, 2)
          .filter(field(Message::userId).is(param(ByUser::userId)))
          .descending()
          .page(100)
          .typically(100)
          .build();

  public static final Put<Message, Message> SAVE =
      MESSAGE_OF.put("H30", "save message").ifAbsent().load(perDay(200)).build();

  public static final Query<Since, Message> SINCE =
      MESSAGE_OF
          .index("chatId-timestamp-index")
          .query("H34", "fast-conversation check", Since.class)
          .from(Since::since)
          .page(10)
          .typically(3)
          .load(perDay(60))
          .build();

  public static final Get<OfMessage, Message> FIND =
      MESSAGE_OF.get("message.find", "one message", OfMessage.class).load(perDay(20)).build();

  public static final Query<Before, Message> BEFORE =
      MESSAGE_OF
          .query("message.page", "messages before one, latest first", Before.class)
          .before(Before::messageId)
          .descending()
          .page(100)
          .typically(50)
          .load(perDay(20))
          .build();

  /** Refused if a later edit is there. */
  public static final Update<Edit, Message> EDIT =
      MESSAGE_OF
          .update("message.edit", "change a message", Edit.class)
          .set(Message::text)
          .to(param(Edit::text))
          .set(optional(Message::editedAt))
          .to(param(Edit::editedAt))
          .when(
              absent(Message::editedAt)
                  .or(optional(Message::editedAt).atMost(param(Edit::editedAt))))
          .load(perDay(2))
          .build();

  private Messages() {}
}
