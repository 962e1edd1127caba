package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.MESSAGE;
import static dev.trestle.homeops.model.Parts.TIMESTAMP;
import static dev.trestle.homeops.model.Parts.USER_NUMBER;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import java.time.Duration;
import java.time.Instant;

/** What was written in the chats, for ninety days. */
public final class Messages {
  public static final Table TABLE =
      Table.named("homeops-messages")
          .partition(string("chatId"))
          .sort(number("messageId"))
          .global(index("chatId-timestamp-index", string("chatId")).sort(number("timestamp")).all())
          .global(
              index("userId-timestamp-index", number("userId"))
                  .sort(number("timestamp"))
                  .include("text"))
          .timeToLive("ttl")
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  public record Message(
      String chatId,
      long messageId,
      long userId,
      String userName,
      String text,
      Instant timestamp,
      String raw,
      Instant createdAt,
      Instant ttl) {}

  public static final Entity<Message> MESSAGE_OF =
      TABLE
          .entity(Message.class, lookup())
          .partition(CHAT)
          .sort(MESSAGE)
          .in("chatId-timestamp-index", CHAT, TIMESTAMP)
          .in("userId-timestamp-index", USER_NUMBER, TIMESTAMP)
          .expires(Message::ttl)
          .maxBytes(16 * 1024)
          .population(Population.of(15_000, 15_000).kept(Duration.ofDays(90)))
          .example(
              new Message(
                  Examples.CHAT,
                  456,
                  Examples.MARTIN,
                  "Martin",
                  "jag har diskat och tagit ut soporna",
                  Examples.NOW,
                  "{\"update_id\":10000,\"message\":{\"message_id\":456,\"date\":1771324200}}",
                  Examples.NOW,
                  Instant.parse("2026-05-18T10:30:00Z")));

  public record Between(String chatId, Instant from, Instant to) {}

  public record ByUserInChat(String chatId, long userId) {}

  public record ByUser(long userId) {}

  public record Since(String chatId, Instant since) {}

  /** A message as the index by user shows it. */
  public record Said(String chatId, long messageId, long userId, Instant timestamp, String text) {}

  public static final Query<Between, Message> A1 =
      MESSAGE_OF
          .index("chatId-timestamp-index")
          .query("A1", "messages of a chat in a time range", Between.class)
          .between(Between::from, Between::to)
          .page(100)
          .typically(20)
          .load(perDay(50))
          .build();

  public static final Query<ByUserInChat, Message> A2 =
      MESSAGE_OF
          .index("chatId-timestamp-index")
          .query("A2", "messages by user in a chat", ByUserInChat.class)
          .filter(field(Message::userId).is(param(ByUserInChat::userId)))
          .descending()
          .page(100)
          .typically(50)
          .load(perDay(10))
          .build();

  public static final Query<ByUser, Said> H11 =
      MESSAGE_OF
          .index("userId-timestamp-index")
          .query("H11", "messages by user across chats", ByUser.class)
          .as(Said.class)
          .descending()
          .page(100)
          .typically(20)
          .load(perDay(10))
          .build();

  public static final Put<Message, Message> H30 =
      MESSAGE_OF.put("H30", "save message").ifAbsent().load(perDay(200)).build();

  public static final Query<Since, Message> H34 =
      MESSAGE_OF
          .index("chatId-timestamp-index")
          .query("H34", "fast-conversation check", Since.class)
          .from(Since::since)
          .page(10)
          .typically(3)
          .load(perDay(60))
          .build();

  private Messages() {}
}
