package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.messenger.model.MessengerKeys.LINK_ID;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Users;
import dev.trestle.model.Alarms;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Links that let whoever has one join a group. Of a link's secret only the hash is stored. A link
 * that is revoked or used up is deleted.
 */
public final class GroupInviteLinks {
  /** The longest that a link is valid. */
  public static final Duration VALID_MAX = Duration.ofDays(30);

  public static final Table TABLE =
      Table.named("invite_links")
          .partition(string("chat_id"))
          .sort(string("link_id"))
          .ephemeral("ttl")
          .recoverable()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * A link.
   *
   * @param hash the SHA-256 of its token, in hex digits
   * @param usesMax how many people may join with it; absent if any number
   * @param uses how many have joined with it
   */
  public record InviteLink(
      ChatId chatId,
      String linkId,
      String hash,
      UserId createdBy,
      Instant createdAt,
      Optional<Integer> usesMax,
      int uses,
      Instant ttl) {}

  public static final Entity<InviteLink> LINK =
      TABLE
          .entity(InviteLink.class, lookup())
          .partition(CHAT_ID)
          .sort(LINK_ID)
          .snakeCase()
          .maxBytes(400)
          .expires(InviteLink::ttl)
          .population(Population.of(5000, 20).kept(VALID_MAX))
          .example(
              new InviteLink(
                  Examples.CHAT,
                  Examples.LINK_ID,
                  Examples.HASH,
                  Examples.ANN,
                  Examples.NOW,
                  Optional.of(10),
                  3,
                  Instant.parse("2026-11-23T12:00:00Z")));

  public record OfChat(ChatId chatId) {}

  public record Of(ChatId chatId, String linkId) {}

  public static final Query<OfChat, InviteLink> OF_CHAT =
      LINK.query("link.list", "invite links of a group", OfChat.class)
          .consistent()
          .page(100)
          .typically(1)
          .load(perSecond(0.1))
          .build();

  public static final Get<Of, InviteLink> FIND =
      LINK.get("link.find", "an invite link", Of.class).consistent().load(perSecond(0.2)).build();

  public static final Put<InviteLink, InviteLink> ADD =
      LINK.put("link.add", "make an invite link").ifAbsent().load(perSecond(0.01)).build();

  public static final Delete<Of, InviteLink> REVOKE =
      LINK.delete("link.revoke", "revoke an invite link", Of.class).load(perSecond(0.002)).build();

  /** The use of a link that this many have used before. */
  public record Using(ChatId chatId, String linkId, int known, int next, Instant now) {}

  private static final Update<Using, InviteLink> USE =
      LINK.update("link.join.use", "count a use", Using.class)
          .set(InviteLink::uses)
          .to(param(Using::next))
          .when(
              field(InviteLink::uses)
                  .is(param(Using::known))
                  .and(field(InviteLink::ttl).moreThan(param(Using::now))))
          .build();

  /** The last use. */
  public record Spending(ChatId chatId, String linkId, int known, Instant now) {}

  private static final Delete<Spending, InviteLink> SPEND =
      LINK.delete("link.join.spend", "delete the link with its last use", Spending.class)
          .when(
              field(InviteLink::uses)
                  .is(param(Spending::known))
                  .and(field(InviteLink::ttl).moreThan(param(Spending::now))))
          .build();

  /** Somebody joins, with a use of the link or its last one. */
  public record Joining(
      Optional<Using> use,
      Optional<Spending> lastUse,
      Memberships.Membership member,
      Messages.Message entry,
      Users.ById user) {}

  public static final Transaction<Joining> JOIN =
      Transaction.of("link.join", "join a group with an invite link", Joining.class, lookup())
          .maybe(USE, Joining::use)
          .maybe(SPEND, Joining::lastUse)
          .step(Memberships.ADD, Joining::member)
          .step(Messages.APPEND, Joining::entry)
          .step(Users.IS_OPEN, Joining::user)
          .load(perSecond(0.005))
          .build();

  private GroupInviteLinks() {}
}
