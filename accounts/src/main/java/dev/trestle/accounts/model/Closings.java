package dev.trestle.accounts.model;

import static dev.trestle.accounts.model.AccountKeys.SYSTEM;
import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.model.Load.perSecond;
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
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;

/**
 * Accounts that are being closed, with one item for each system that still has to erase its data. A
 * system that is not served at the time finds its items when it is started again.
 */
public final class Closings {
  public static final Table TABLE =
      Table.named("account_closings")
          .partition(string("scope"))
          .sort(string("subject"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /** The most systems that one server has. */
  public static final int SYSTEMS_MAX = 16;

  /** The accounts themselves: their step is the last one of a closing. */
  public static final String ACCOUNTS = "accounts";

  /** A system that may store personal data. */
  public record KnownSystem(String system) {}

  /** A system that has not yet erased what it stores about a user. */
  public record PendingClosing(String system, UserId userId, Instant startedAt) {}

  public static final Entity<KnownSystem> KNOWN_SYSTEM =
      TABLE
          .entity(KnownSystem.class, lookup())
          .partition(KeyTemplate.of("systems"))
          .sort(SYSTEM)
          .snakeCase()
          .population(Population.of(4, 4))
          .example(new KnownSystem("messenger"));

  public static final Entity<PendingClosing> PENDING_CLOSING =
      TABLE
          .entity(PendingClosing.class, lookup())
          .partition(KeyTemplate.of("pending#<system>", SYSTEM))
          .sort(USER_ID)
          .snakeCase()
          .population(Population.of(10, 10))
          .example(new PendingClosing("messenger", Examples.ANN, Examples.NOW));

  public static final Put<KnownSystem, KnownSystem> ADD_SYSTEM =
      KNOWN_SYSTEM
          .put("closing.system", "a system that may store personal data")
          .load(perSecond(0.001))
          .build();

  public record All() {}

  public static final Query<All, KnownSystem> SYSTEMS =
      KNOWN_SYSTEM
          .query("closing.systems", "the systems that may store personal data", All.class)
          .consistent()
          .page(SYSTEMS_MAX)
          .typically(4)
          .load(perSecond(0.001))
          .build();

  /** Marks the account and adds an item for each system. */
  public record Starting(Users.Closing user, List<PendingClosing> pending) {}

  /** Nothing is stored about the user after this, so a later read finds everything. */
  public static final Transaction<Starting> START =
      Transaction.of("account.closing", "start closing an account", Starting.class, lookup())
          .step(Users.START_CLOSING, Starting::user)
          .each(
              PENDING_CLOSING.put("account.closing.pending", "a system has data to erase").build(),
              Starting::pending,
              SYSTEMS_MAX,
              4)
          .load(perSecond(0.001))
          .build();

  public record OfSystem(String system) {}

  public static final Query<OfSystem, PendingClosing> PENDING_OF =
      PENDING_CLOSING
          .query("closing.pending", "closings that a system has not finished", OfSystem.class)
          .consistent()
          .page(100)
          .typically(1)
          .load(perSecond(0.001))
          .build();

  public record Of(String system, UserId userId) {}

  public static final Delete<Of, PendingClosing> ERASED =
      PENDING_CLOSING
          .delete("closing.erased", "a system has erased its data", Of.class)
          .load(perSecond(0.001))
          .build();

  /** The last step: the account loses its name and its number. */
  public record Finishing(Users.Renaming user, Claims.Freeing claim, Of pending) {}

  public static final Transaction<Finishing> CLOSE =
      Transaction.of("account.close", "close an account", Finishing.class, lookup())
          .step(Users.ANONYMISE, Finishing::user)
          .step(Claims.FREE, Finishing::claim)
          .step(
              PENDING_CLOSING.delete("account.close.done", "the closing is done", Of.class).build(),
              Finishing::pending)
          .load(perSecond(0.001))
          .build();

  private Closings() {}
}
