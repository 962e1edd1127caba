package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Regions;
import dev.trestle.accounts.model.Users;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.MultiGet;
import dev.trestle.model.Population;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Chats, without their members and messages. */
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

  /** A chat of two users, or a group with a name. */
  public enum ChatType {
    direct,
    group
  }

  /**
   * A chat.
   *
   * @param pair the two users of a direct chat, so that a list can name the other one
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

  /** A chat with its first members; a direct chat with its pair, who must not block each other. */
  public record Opening(
      Chat chat,
      List<Memberships.Membership> members,
      List<Users.ById> users,
      Optional<DirectPairs.DirectPair> pair,
      List<Blocks.Of> blocks,
      Messages.Message entry,
      ColdChats.ColdChat cold) {}

  public static final Get<ById, Chat> BY_ID =
      CHAT.get("M3", "chat metadata", ById.class).load(perSecond(30)).build();

  /**
   * The most members in the transaction that opens a chat. Further members are added before it, so
   * that the group becomes visible with all of them.
   */
  public static final int FIRST_MEMBERS = 47;

  public static final Transaction<Opening> OPEN =
      Transaction.of("chat.open", "open a chat", Opening.class, lookup())
          .step(CHAT.put("chat.open.chat", "create the chat").ifAbsent().build(), Opening::chat)
          .each(Memberships.ADD, Opening::members, FIRST_MEMBERS, 2.5)
          .each(Users.IS_OPEN, Opening::users, FIRST_MEMBERS, 2.5)
          .maybe(DirectPairs.CLAIM, Opening::pair)
          .each(Blocks.NONE, Opening::blocks, 2, 1.5)
          .step(Messages.APPEND, Opening::entry)
          .step(ColdChats.ADD, Opening::cold)
          .load(perSecond(0.3))
          .build();

  public record Renaming(ChatId chatId, String name, Instant at) {}

  static final Update<Renaming, Chat> NAME =
      CHAT.update("chat.rename.chat", "set its name", Renaming.class)
          .set(optional(Chat::name))
          .to(param(Renaming::name))
          .set(Chat::updatedAt)
          .to(param(Renaming::at))
          .build();

  public record Naming(Renaming chat, Messages.Message entry) {}

  public static final Transaction<Naming> RENAME =
      Transaction.of("chat.rename", "rename a chat", Naming.class, lookup())
          .step(NAME, Naming::chat)
          .step(Messages.APPEND, Naming::entry)
          .load(perSecond(0.2))
          .build();

  /** More chats than anyone has; the seed expects fewer than 1000. */
  public static final int LISTED_MAX = 2000;

  /** The keys of a page of a user's chats, and of the last messages that the user may see. */
  public record OfPage(List<ById> chats, List<Messages.At> last) {}

  public record PageOfChats(List<Chat> chats, List<Messages.Message> last) {}

  public static final MultiGet<OfPage, PageOfChats> PAGE =
      MultiGet.of(
              "chats.list",
              "the chats in a list, with their last messages",
              OfPage.class,
              PageOfChats.class,
              lookup())
          .each(BY_ID, OfPage::chats, PageOfChats::chats, LISTED_MAX, 20)
          .each(Messages.ONE, OfPage::last, PageOfChats::last, LISTED_MAX, 20)
          .load(perSecond(1))
          .build();

  /** Read before memberships are removed because their chat does not exist. */
  public static final Get<ById, Chat> BY_ID_CONSISTENT =
      CHAT.get("chat.fresh", "whether the chat exists", ById.class)
          .consistent()
          .load(perSecond(0.001))
          .build();

  private Chats() {}
}
