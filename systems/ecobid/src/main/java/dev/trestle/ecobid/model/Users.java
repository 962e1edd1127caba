package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.ecobid.model.EcoBidTable.USER;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;

/** Who takes part. */
public final class Users {
  static final KeyTemplate OF_USER = KeyTemplate.of("USER#<user>", USER);

  public record Profile(
      UserId user, String displayName, long ratings, long stars, Instant createdAt, long version) {}

  public static final Entity<Profile> PROFILE =
      TABLE
          .entity(Profile.class, lookup())
          .partition(OF_USER)
          .sort(KeyTemplate.of("PROFILE"))
          .version(Profile::version)
          .maxBytes(4096)
          .population(Population.of(1000, 1))
          .example(new Profile(Examples.ANN, "Ann", 12, 57, Examples.NOW, 3));

  public record OfUser(UserId user) {}

  public static final Get<OfUser, Profile> E1 =
      PROFILE.get("E1", "profile", OfUser.class).load(perSecond(1)).build();

  public static final Put<Profile, Profile> SAVE =
      PROFILE.put("profile.save", "save a profile").load(perSecond(0.01)).build();

  private Users() {}
}
