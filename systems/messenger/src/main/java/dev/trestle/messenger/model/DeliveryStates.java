package dev.trestle.messenger.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Regions;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import java.time.Instant;

/** How far each user has received and read each chat. */
public final class DeliveryStates {
  public static final Table TABLE =
      Table.named("delivery_state")
          .partition(string("user_id"))
          .sort(string("chat_id"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * The watermarks of one user in one chat.
   *
   * @param lastReadOrdinal the number of texts up to the last one read, so that the unread ones
   *     need not be counted
   */
  public record DeliveryState(
      UserId userId,
      ChatId chatId,
      long lastAckedSequence,
      long lastReadSequence,
      long lastReadOrdinal,
      Instant updatedAt) {}

  public static final Entity<DeliveryState> STATE =
      TABLE
          .entity(DeliveryState.class, lookup())
          .partition(USER_ID)
          .sort(CHAT_ID)
          .snakeCase()
          .byDefault(DeliveryState::lastAckedSequence)
          .is(0L)
          .byDefault(DeliveryState::lastReadSequence)
          .is(0L)
          .byDefault(DeliveryState::lastReadOrdinal)
          .is(0L)
          .population(Population.of(1_000_000, 1000))
          .example(new DeliveryState(Examples.ANN, Examples.CHAT, 1024, 1020, 986, Examples.NOW));

  public record OfUser(UserId userId) {}

  public record Of(UserId userId, ChatId chatId) {}

  public record Reached(UserId userId, ChatId chatId, long sequence, Instant at) {}

  public record Read(UserId userId, ChatId chatId, long sequence, long ordinal, Instant at) {}

  public static final Get<Of, DeliveryState> OF_MEMBER =
      STATE.get("M14", "delivery state", Of.class).load(perSecond(40)).build();

  public static final Update<Reached, DeliveryState> ACKNOWLEDGE =
      STATE
          .upsert("M15", "update watermark", Reached.class)
          .set(DeliveryState::lastAckedSequence)
          .to(param(Reached::sequence))
          .set(DeliveryState::updatedAt)
          .to(param(Reached::at))
          .when(
              absent(DeliveryState::lastAckedSequence)
                  .or(field(DeliveryState::lastAckedSequence).lessThan(param(Reached::sequence))))
          .load(perSecond(20))
          .build();

  /** Moves the read watermark, likewise only forward. */
  public static final Update<Read, DeliveryState> MARK_READ =
      STATE
          .upsert("M15.read", "update the read watermark", Read.class)
          .set(DeliveryState::lastReadSequence)
          .to(param(Read::sequence))
          .set(DeliveryState::lastReadOrdinal)
          .to(param(Read::ordinal))
          .set(DeliveryState::updatedAt)
          .to(param(Read::at))
          .when(
              absent(DeliveryState::lastReadSequence)
                  .or(field(DeliveryState::lastReadSequence).lessThan(param(Read::sequence))))
          .load(perSecond(5))
          .build();

  public static final Query<OfUser, DeliveryState> OF_USER =
      STATE
          .query("M18", "all delivery states of a user", OfUser.class)
          .page(100)
          .typically(20)
          .load(perSecond(10))
          .build();

  /** The delivery states of one page of members. */
  public static final BatchGet<Of, DeliveryState> OF_MEMBERS =
      STATE
          .batchGet("delivery.status", "delivery states of a page of members", Of.class)
          .typically(20)
          .load(perSecond(0.5))
          .build();

  /** Part of closing an account. */
  public static final BatchWrite<Of, DeliveryState> REMOVE =
      STATE
          .batchWrite("account.close.states", "remove a user's delivery states", Of.class)
          .typically(20)
          .load(perSecond(0.001))
          .build();

  private DeliveryStates() {}
}
