package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.CHAT_ID;
import static dev.trestle.messenger.model.Parts.USER_ID;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import java.time.Instant;
import java.util.Optional;

/** Who is in which chat, from both sides. */
public final class Memberships {
  public static final Table TABLE =
      Table.named("chat_memberships")
          .partition(string("chat_id"))
          .sort(string("user_id"))
          .global(index("user_chats-index", string("user_id")).sort(string("chat_id")).all())
          .provisioned(100, 10)
          .recoverable()
          .backups(BackupPlan.daily(90))
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /** What a member may do. */
  public enum Role {
    owner,
    admin,
    member
  }

  public record Membership(
      ChatId chatId, UserId userId, Role role, Instant joinedAt, Optional<Instant> mutedUntil) {}

  public static final Entity<Membership> MEMBERSHIP =
      TABLE
          .entity(Membership.class, lookup())
          .partition(CHAT_ID)
          .sort(USER_ID)
          .in("user_chats-index", USER_ID, CHAT_ID)
          .snakeCase()
          .maxBytes(500)
          .population(Population.of(1_000_000, 1000))
          .example(
              new Membership(
                  Examples.CHAT, Examples.ANN, Role.member, Examples.NOW, Optional.empty()));

  public record OfChat(ChatId chatId) {}

  public record OfUser(UserId userId) {}

  public record Member(ChatId chatId, UserId userId) {}

  public static final Query<OfChat, Membership> M4 =
      MEMBERSHIP
          .query("M4", "members of a chat", OfChat.class)
          .consistent()
          .page(100)
          .typically(10)
          .load(perSecond(10).hottestKey(0.02))
          .build();

  public static final Query<OfUser, Membership> M5 =
      MEMBERSHIP
          .index("user_chats-index")
          .query("M5", "chats of a user", OfUser.class)
          .page(100)
          .typically(20)
          .load(perSecond(15))
          .build();

  public static final Get<Member, Membership> M6 =
      MEMBERSHIP
          .get("M6", "is the user a member", Member.class)
          .consistent()
          .load(perSecond(25).hottestKey(0.02))
          .build();

  public static final Put<Membership, Membership> M7 =
      MEMBERSHIP.put("M7", "add member").ifAbsent().load(perSecond(0.8)).build();

  public static final Delete<Member, Membership> M8 =
      MEMBERSHIP.delete("M8", "remove member", Member.class).load(perSecond(0.2)).build();

  private Memberships() {}
}
