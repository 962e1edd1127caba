package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.PHONE_NUMBER;
import static dev.trestle.messenger.model.Parts.USER_ID;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;

/** What may exist only once: an index cannot see to that, a key can. */
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

  /** A phone number belongs to one account. */
  public record PhoneClaim(String phoneNumber, UserId userId) {}

  /** Two people have one direct chat; the lower id comes first. */
  public record DirectClaim(UserId lower, UserId higher, ChatId chatId) {}

  public static final Entity<PhoneClaim> PHONE =
      TABLE
          .entity(PhoneClaim.class, lookup())
          .partition(KeyTemplate.of("phone#<phoneNumber>", PHONE_NUMBER))
          .snakeCase()
          .population(Population.of(100_000, 1))
          .example(new PhoneClaim("+46701234567", Examples.ANN));

  public static final Entity<DirectClaim> DIRECT =
      TABLE
          .entity(DirectClaim.class, lookup())
          .partition(
              KeyTemplate.of(
                  "direct#<lower>#<higher>", USER_ID.named("lower"), USER_ID.named("higher")))
          .snakeCase()
          .population(Population.of(300_000, 1))
          .example(new DirectClaim(Examples.ANN, Examples.BO, Examples.CHAT));

  public record OfPhone(String phoneNumber) {}

  public record OfPair(UserId lower, UserId higher) {}

  public record SignUp(Users.User user, PhoneClaim claim) {}

  public static final Get<OfPhone, PhoneClaim> WHOSE_PHONE =
      PHONE
          .get("claim.phone", "whose number it is, at login", OfPhone.class)
          .consistent()
          .load(perSecond(1))
          .build();

  public static final BatchGet<OfPhone, PhoneClaim> WHO_OF =
      PHONE
          .batchGet("claim.phones", "who of these numbers is here", OfPhone.class)
          .typically(20)
          .load(perSecond(0.5))
          .build();

  public static final Get<OfPair, DirectClaim> CHAT_OF =
      DIRECT
          .get("claim.direct", "the direct chat of two", OfPair.class)
          .consistent()
          .load(perSecond(0.5))
          .build();

  public static final Transaction<SignUp> SIGN_UP =
      Transaction.of("signup", "open an account", SignUp.class, lookup())
          .step(Users.CREATE, SignUp::user)
          .step(PHONE.put("signup.phone", "its number").ifAbsent().build(), SignUp::claim)
          .load(perSecond(0.03))
          .build();

  public record Freeing(String phoneNumber, UserId userId) {}

  public record Closing(Users.Renaming user, Freeing claim) {}

  public static final Transaction<Closing> CLOSE =
      Transaction.of("account.close", "close an account", Closing.class, lookup())
          .step(Users.FORGET, Closing::user)
          .step(
              PHONE
                  .delete("account.close.phone", "its number is free", Freeing.class)
                  .when(field(PhoneClaim::userId).is(param(Freeing::userId)))
                  .build(),
              Closing::claim)
          .load(perSecond(0.001))
          .build();

  /** When one of the two closes the account: the other may not write to nobody. */
  public static final Delete<OfPair, DirectClaim> PART =
      DIRECT
          .delete("account.close.pair", "two have no direct chat any more", OfPair.class)
          .load(perSecond(0.001))
          .build();

  private Claims() {}
}
