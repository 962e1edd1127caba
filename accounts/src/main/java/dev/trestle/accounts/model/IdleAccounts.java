package dev.trestle.accounts.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;

/** When each account is next looked at, to archive it if nobody has used it for two years. */
public final class IdleAccounts {
  /** How long an account stays as it is while nobody uses it. */
  public static final Duration IDLE_MAX = Duration.ofDays(730);

  private static final Part<Instant> DUE_AT = Part.isoMillis("dueAt");

  public static final Table TABLE =
      Table.named("idle_accounts")
          .partition(string("user_id"))
          .global(index("due-index", string("scope")).sort(string("due_at")).keysOnly())
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /** An account that somebody has signed in to, and its next time. */
  public record IdleAccount(UserId userId, Instant dueAt) {
    /** Of an account that is being used. */
    public static IdleAccount usedAt(UserId user, Instant now) {
      return new IdleAccount(user, now.plus(IDLE_MAX));
    }
  }

  /** Due accounts are so few that they share one partition of the index. */
  public static final Entity<IdleAccount> ACCOUNT =
      TABLE
          .entity(IdleAccount.class, lookup())
          .partition(USER_ID)
          .in("due-index", KeyTemplate.of("due"), DUE_AT)
          .snakeCase()
          .population(Population.of(100_000, 1))
          .example(new IdleAccount(Examples.ANN, Instant.parse("2028-11-15T12:00:00.123Z")));

  static final Put<IdleAccount, IdleAccount> ADD =
      ACCOUNT.put("session.open.idle", "when the account is looked at").build();

  public record DueBy(Instant upTo) {}

  /** For the schedule. */
  public static final Query<DueBy, IdleAccount> DUE =
      ACCOUNT
          .index("due-index")
          .query("F2.due", "accounts that may be idle", DueBy.class)
          .upTo(DueBy::upTo)
          .page(100)
          .typically(0.1)
          .load(perSecond(1))
          .build();

  public record Next(UserId userId, Instant seen, Instant next) {}

  public static final Update<Next, IdleAccount> POSTPONE =
      ACCOUNT
          .update("F2.next", "when an account is looked at again", Next.class)
          .set(IdleAccount::dueAt)
          .to(param(Next::next))
          .when(field(IdleAccount::dueAt).is(param(Next::seen)))
          .load(perSecond(0.002))
          .build();

  public record Ending(UserId userId, Instant seen) {}

  public static final Delete<Ending, IdleAccount> END =
      ACCOUNT
          .delete("F2.end", "no longer look at an account", Ending.class)
          .when(field(IdleAccount::dueAt).is(param(Ending::seen)))
          .load(perSecond(0.001))
          .build();

  public record Archiving(Users.Archiving user, Claims.Archiving claim, Ending idle) {}

  /** Refused if somebody signs in or refreshes a session meanwhile. */
  public static final Transaction<Archiving> ARCHIVE =
      Transaction.of("F2", "archive an account that nobody uses", Archiving.class, lookup())
          .step(Users.ARCHIVE, Archiving::user)
          .step(Claims.ARCHIVE, Archiving::claim)
          .step(END, Archiving::idle)
          .load(perSecond(0.001))
          .build();

  private IdleAccounts() {}
}
