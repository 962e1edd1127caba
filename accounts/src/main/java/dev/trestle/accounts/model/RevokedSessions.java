package dev.trestle.accounts.model;

import static dev.trestle.accounts.model.AccountKeys.SESSION_ID;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.SessionId;
import dev.trestle.model.Alarms;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;

/**
 * Sessions that were revoked while their access tokens may still be valid. They share one small
 * partition, which every server reads every two seconds.
 */
public final class RevokedSessions {
  public static final Table TABLE =
      Table.named("revoked_sessions")
          .partition(string("scope"))
          .sort(string("revocation"))
          .ephemeral("ttl")
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * A revoked session.
   *
   * @param ttl when its last access token has expired
   */
  public record RevokedSession(SessionId sessionId, Instant revokedAt, Instant ttl) {}

  public static final Entity<RevokedSession> REVOKED_SESSION =
      TABLE
          .entity(RevokedSession.class, lookup())
          .partition(KeyTemplate.of("recent"))
          .sort(KeyTemplate.of("<revokedAt>#<sessionId>", Part.isoMillis("revokedAt"), SESSION_ID))
          .snakeCase()
          .expires(RevokedSession::ttl)
          .population(Population.of(500, 500).kept(Duration.ofHours(1)))
          .example(
              new RevokedSession(
                  Examples.SESSION, Examples.NOW, Instant.parse("2026-11-16T13:05:00Z")));

  /** A step of every transaction that ends a session. */
  static final Put<RevokedSession, RevokedSession> ADD =
      REVOKED_SESSION.put("revoked.add", "note that a session was revoked").build();

  public record Since(Instant revokedAt) {}

  public static final Query<Since, RevokedSession> SINCE =
      REVOKED_SESSION
          .query("revoked.since", "sessions revoked since a moment", Since.class)
          .from(Since::revokedAt)
          .consistent()
          .page(1000)
          .typically(10)
          .load(perSecond(0.5))
          .build();

  private RevokedSessions() {}
}
