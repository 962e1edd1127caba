package dev.trestle.accounts.model;

import static dev.trestle.accounts.model.AccountKeys.PHONE_NUMBER;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.Optional;

/** Phone numbers that are taken. A key keeps a number unique; an index cannot. */
public final class Claims {
  public static final Table TABLE =
      Table.named("claims")
          .partition(string("claim"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * A phone number belongs to one account.
   *
   * @param archivedAt while the account is archived; then only its owner finds it by its number
   */
  public record PhoneClaim(String phoneNumber, UserId userId, Optional<Instant> archivedAt) {
    public PhoneClaim(String phoneNumber, UserId userId) {
      this(phoneNumber, userId, Optional.empty());
    }
  }

  public static final Entity<PhoneClaim> PHONE =
      TABLE
          .entity(PhoneClaim.class, lookup())
          .partition(KeyTemplate.of("phone#<phoneNumber>", PHONE_NUMBER))
          .snakeCase()
          .population(Population.of(100_000, 1))
          .example(new PhoneClaim("+46701234567", Examples.ANN));

  public record OfPhone(String phoneNumber) {}

  public static final Get<OfPhone, PhoneClaim> BY_PHONE =
      PHONE
          .get("claim.phone", "the owner of a number, at login", OfPhone.class)
          .consistent()
          .load(perSecond(1))
          .build();

  public static final BatchGet<OfPhone, PhoneClaim> BY_PHONES =
      PHONE
          .batchGet("claim.phones", "the owners of some numbers", OfPhone.class)
          .typically(20)
          .load(perSecond(0.5))
          .build();

  public record SignUp(Users.User user, PhoneClaim claim) {}

  public static final Transaction<SignUp> SIGN_UP =
      Transaction.of("signup", "open an account", SignUp.class, lookup())
          .step(Users.CREATE, SignUp::user)
          .step(PHONE.put("signup.phone", "claim its number").ifAbsent().build(), SignUp::claim)
          .load(perSecond(0.03))
          .build();

  public record Freeing(String phoneNumber, UserId userId) {}

  /** Part of closing an account. A number that has a new owner is not freed. */
  static final Delete<Freeing, PhoneClaim> FREE =
      PHONE
          .delete("account.close.phone", "free its number", Freeing.class)
          .when(field(PhoneClaim::userId).is(param(Freeing::userId)))
          .build();

  public record Archiving(String phoneNumber, UserId userId, Instant at) {}

  static final Update<Archiving, PhoneClaim> ARCHIVE =
      PHONE
          .update("F2.phone", "hide its number", Archiving.class)
          .set(optional(PhoneClaim::archivedAt))
          .to(param(Archiving::at))
          .when(field(PhoneClaim::userId).is(param(Archiving::userId)))
          .build();

  public record Restoring(String phoneNumber, UserId userId) {}

  /** Part of signing in to an archived account. */
  static final Update<Restoring, PhoneClaim> RESTORE =
      PHONE
          .update("session.open.phone", "show its number again", Restoring.class)
          .remove(PhoneClaim::archivedAt)
          .when(field(PhoneClaim::userId).is(param(Restoring::userId)))
          .build();

  private Claims() {}
}
