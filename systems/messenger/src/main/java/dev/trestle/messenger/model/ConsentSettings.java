package dev.trestle.messenger.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Regions;
import dev.trestle.accounts.model.Users;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import java.time.Instant;

/** Which users must be invited to a group instead of being added. */
public final class ConsentSettings {
  public static final Table TABLE =
      Table.named("consent_settings")
          .partition(string("user_id"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /** A user's choice. Without one, anybody may add them. */
  public record ConsentSetting(UserId userId, boolean invitationRequired, Instant updatedAt) {}

  public static final Entity<ConsentSetting> SETTING =
      TABLE
          .entity(ConsentSetting.class, lookup())
          .partition(USER_ID)
          .snakeCase()
          .population(Population.of(10_000, 1))
          .example(new ConsentSetting(Examples.BO, true, Examples.NOW));

  public record OfUser(UserId userId) {}

  public static final Get<OfUser, ConsentSetting> FIND =
      SETTING
          .get("consent.find", "whether a user must be invited", OfUser.class)
          .consistent()
          .load(perSecond(0.1))
          .build();

  public static final BatchGet<OfUser, ConsentSetting> OF_USERS =
      SETTING
          .batchGet("consent.users", "which users must be invited", OfUser.class)
          .consistent()
          .typically(2)
          .load(perSecond(0.5))
          .build();

  private static final Put<ConsentSetting, ConsentSetting> PUT =
      SETTING.put("consent.save.setting", "store the choice").build();

  public record Saving(ConsentSetting setting, Users.ById user) {}

  public static final Transaction<Saving> SAVE =
      Transaction.of("consent.save", "choose whether one must be invited", Saving.class, lookup())
          .step(PUT, Saving::setting)
          .step(Users.IS_OPEN, Saving::user)
          .load(perSecond(0.01))
          .build();

  public static final Delete<OfUser, ConsentSetting> REMOVE =
      SETTING
          .delete("consent.remove", "remove the choice of a closed account", OfUser.class)
          .load(perSecond(0.001))
          .build();

  private ConsentSettings() {}
}
