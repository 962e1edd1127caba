package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.CHAT_ID;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Conversations, without their members and messages. */
public final class Chats {
  public static final Table TABLE =
      Table.named("chats")
          .partition(string("chat_id"))
          .provisioned(40, 5)
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /** Two people, or a group with a name. */
  public enum ChatType {
    direct,
    group
  }

  /**
   * What a chat is.
   *
   * @param pair the two people of a direct chat, so that a list can name the other one
   */
  public record Chat(
      ChatId chatId,
      ChatType chatType,
      Optional<String> name,
      List<UserId> pair,
      UserId createdBy,
      Instant createdAt,
      Instant updatedAt) {}

  public static final Entity<Chat> CHAT =
      TABLE
          .entity(Chat.class, lookup())
          .partition(CHAT_ID)
          .snakeCase()
          .maxBytes(1024)
          .population(Population.of(300_000, 1))
          .example(
              new Chat(
                  Examples.CHAT,
                  ChatType.group,
                  Optional.of("Boat club"),
                  List.of(),
                  Examples.ANN,
                  Examples.NOW,
                  Examples.NOW));

  public record ById(ChatId chatId) {}

  /** A chat with its first members; a direct one with its claim. */
  public record Opening(
      Chat chat,
      List<Memberships.Membership> members,
      List<Users.ById> here,
      Optional<Claims.DirectClaim> claim,
      Messages.Message entry) {}

  public static final Get<ById, Chat> M3 =
      CHAT.get("M3", "chat metadata", ById.class).load(perSecond(30)).build();

  /** Who is in a group beyond those that fit here is gathered before. */
  public static final int FIRST_MEMBERS = 48;

  public static final Transaction<Opening> OPEN =
      Transaction.of("chat.open", "open a chat", Opening.class, lookup())
          .step(CHAT.put("chat.open.chat", "the chat").ifAbsent().build(), Opening::chat)
          .each(Memberships.M7, Opening::members, FIRST_MEMBERS, 2.5)
          .each(Users.HERE, Opening::here, FIRST_MEMBERS, 2.5)
          .maybe(
              Claims.DIRECT.put("chat.open.claim", "its two people").ifAbsent().build(),
              Opening::claim)
          .step(Messages.APPEND, Opening::entry)
          .load(perSecond(0.3))
          .build();

  public record Renaming(ChatId chatId, String name, Instant at) {}

  static final Update<Renaming, Chat> NAME =
      CHAT.update("chat.rename.chat", "its other name", Renaming.class)
          .set(optional(Chat::name))
          .to(param(Renaming::name))
          .set(Chat::updatedAt)
          .to(param(Renaming::at))
          .ifExists()
          .build();

  public record Naming(Renaming chat, Messages.Message entry) {}

  public static final Transaction<Naming> RENAME =
      Transaction.of(
              "chat.rename", "change a chat's name, as the log has it", Naming.class, lookup())
          .step(NAME, Naming::chat)
          .step(Messages.APPEND, Naming::entry)
          .load(perSecond(0.2))
          .build();

  public static final BatchGet<ById, Chat> LISTED =
      CHAT.batchGet("chats.list", "the chats in a list", ById.class)
          .typically(20)
          .load(perSecond(1))
          .build();

  /** Before something is tidied up because the chat is not there. */
  public static final Get<ById, Chat> FRESH =
      CHAT.get("chat.fresh", "whether the chat is there", ById.class)
          .consistent()
          .load(perSecond(0.001))
          .build();

  private Chats() {}
}
