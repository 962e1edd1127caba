package dev.trestle.accounts.model;

import static dev.trestle.accounts.model.AccountKeys.SESSION_ID;
import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.RevokedSessions.RevokedSession;
import dev.trestle.model.Alarms;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Sessions, one for each device that is signed in. */
public final class Sessions {
  public static final Table TABLE =
      Table.named("sessions")
          .partition(string("session_id"))
          .global(index("user_sessions-index", string("user_id")).all())
          .provisioned(20, 5)
          .ephemeral("ttl")
          .recoverable()
          .alarms(Alarms.STANDARD)
          .build();

  /** The most devices that a user can be signed in on. */
  public static final int DEVICES_MAX = 5;

  public record Session(
      SessionId sessionId,
      UserId userId,
      String deviceId,
      String refreshTokenHash,
      Instant createdAt,
      Instant expiresAt,
      Instant ttl) {}

  public static final Entity<Session> SESSION =
      TABLE
          .entity(Session.class, lookup())
          .partition(SESSION_ID)
          .in("user_sessions-index", USER_ID)
          .snakeCase()
          .expires(Session::ttl)
          .maxBytes(1024)
          .population(Population.of(200_000, 1).kept(Duration.ofDays(30)))
          .example(
              new Session(
                  Examples.SESSION,
                  Examples.ANN,
                  "phone",
                  Examples.HASH,
                  Examples.NOW,
                  Instant.parse("2026-12-16T12:00:00Z"),
                  Instant.parse("2026-12-16T12:00:00Z")));

  public record ById(SessionId sessionId) {}

  public record OfUser(UserId userId) {}

  public static final Get<ById, Session> BY_ID =
      SESSION.get("M16", "validate session", ById.class).load(perSecond(9)).build();

  public static final Query<OfUser, Session> OF_USER =
      SESSION
          .index("user_sessions-index")
          .query("M17", "sessions of a user", OfUser.class)
          .page(25)
          .typically(3)
          .load(perSecond(1))
          .build();

  private static final Delete<ById, Session> REMOVE =
      SESSION.delete("session.remove", "remove the session", ById.class).build();

  public record Revoking(ById session, RevokedSession revoked) {}

  /** Ends a session, and its access tokens with it. */
  public static final Transaction<Revoking> REVOKE =
      Transaction.of("M19", "revoke session", Revoking.class, lookup())
          .step(REMOVE, Revoking::session)
          .step(RevokedSessions.ADD, Revoking::revoked)
          .load(perSecond(0.05))
          .build();

  /**
   * A login: the session, the user's devices, and the session it replaces. It restores an account
   * that was archived.
   */
  public record LogIn(
      Session session,
      Users.NewDevices devices,
      Optional<ById> replaced,
      Optional<RevokedSession> revoked,
      IdleAccounts.IdleAccount idle,
      Optional<Claims.Restoring> restored) {}

  public static final Transaction<LogIn> OPEN =
      Transaction.of("session.open", "sign in", LogIn.class, lookup())
          .step(
              SESSION.put("session.open.session", "the session").ifAbsent().build(), LogIn::session)
          .step(Users.SET_DEVICES, LogIn::devices)
          .maybe(REMOVE, LogIn::replaced)
          .maybe(RevokedSessions.ADD, LogIn::revoked)
          .step(IdleAccounts.ADD, LogIn::idle)
          .maybe(Claims.RESTORE, LogIn::restored)
          .load(perSecond(0.05))
          .build();

  public record Rotation(
      SessionId sessionId, String presented, String refreshTokenHash, Instant until) {}

  /** Refused for a token that was rotated before: each token works once. */
  public static final Update<Rotation, Session> ROTATE =
      SESSION
          .update("session.rotate", "exchange the refresh token for a new one", Rotation.class)
          .set(Session::refreshTokenHash)
          .to(param(Rotation::refreshTokenHash))
          .set(Session::expiresAt)
          .to(param(Rotation::until))
          .set(Session::ttl)
          .to(param(Rotation::until))
          .when(field(Session::refreshTokenHash).is(param(Rotation::presented)))
          .load(perSecond(0.85))
          .build();

  public record RevokingAll(
      Users.Revocation user, List<ById> sessions, List<RevokedSession> revoked) {}

  /** Ends the sessions of all of a user's devices, and voids those of earlier times. */
  public static final Transaction<RevokingAll> REVOKE_ALL =
      Transaction.of("M20", "revoke all sessions", RevokingAll.class, lookup())
          .step(Users.VOID_SESSIONS, RevokingAll::user)
          .each(REMOVE, RevokingAll::sessions, DEVICES_MAX, 3)
          .each(RevokedSessions.ADD, RevokingAll::revoked, DEVICES_MAX, 3)
          .load(perSecond(0.01))
          .build();

  private Sessions() {}
}
