package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.SESSION_ID;
import static dev.trestle.messenger.model.Parts.USER_ID;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Composite;
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
import java.util.Optional;

/** Logins. */
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

  public static final Get<ById, Session> M16 =
      SESSION.get("M16", "validate session", ById.class).load(perSecond(9)).build();

  public static final Query<OfUser, Session> M17 =
      SESSION
          .index("user_sessions-index")
          .query("M17", "sessions of a user", OfUser.class)
          .page(25)
          .typically(3)
          .load(perSecond(1))
          .build();

  public static final Delete<ById, Session> M19 =
      SESSION.delete("M19", "revoke session", ById.class).load(perSecond(0.05)).build();

  /** A login: the session, the user's devices, and the session that had to go. */
  public record LogIn(Session session, Users.NewDevices devices, Optional<ById> replaced) {}

  public static final Transaction<LogIn> OPEN =
      Transaction.of("session.open", "log in", LogIn.class, lookup())
          .step(
              SESSION.put("session.open.session", "the session").ifAbsent().build(), LogIn::session)
          .step(Users.SET_DEVICES, LogIn::devices)
          .maybe(M19, LogIn::replaced)
          .load(perSecond(0.05))
          .build();

  public record Rotation(
      SessionId sessionId, String presented, String refreshTokenHash, Instant until) {}

  /** A token is used once: whoever presents one that was rotated is refused. */
  public static final Update<Rotation, Session> ROTATE =
      SESSION
          .update("session.rotate", "give a new refresh token for the old", Rotation.class)
          .set(Session::refreshTokenHash)
          .to(param(Rotation::refreshTokenHash))
          .set(Session::expiresAt)
          .to(param(Rotation::until))
          .set(Session::ttl)
          .to(param(Rotation::until))
          .when(field(Session::refreshTokenHash).is(param(Rotation::presented)))
          .load(perSecond(0.85))
          .build();

  public static final BatchWrite<ById, Session> REMOVE_ALL =
      SESSION
          .batchWrite("M20.remove", "remove the sessions found", ById.class)
          .typically(3)
          .build();

  public static final Composite M20 =
      Composite.of(
              "M20",
              "revoke all sessions",
              "the sessions are known only to an index, and an index may not yet show the newest:"
                  + " voiding by time comes first and binds those too",
              Users.VOID_SESSIONS,
              M17,
              REMOVE_ALL)
          .load(perSecond(0.01));

  private Sessions() {}
}
