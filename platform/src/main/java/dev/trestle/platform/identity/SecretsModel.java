package dev.trestle.platform.identity;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;

/** The table {@code platform_secrets}: a row for each secret, encrypted. */
public final class SecretsModel {
  private static final int SECRET_BYTES_MAX = 64 * 1024;

  public record OfSecret(String name) {}

  /**
   * A secret as it is stored.
   *
   * @param sealed what {@link SecretsKey} made of it
   */
  record SealedSecret(String name, String sealed) {}

  public static final Table TABLE =
      Table.named("platform_secrets")
          .partition(string("name"))
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  static final Entity<SealedSecret> SECRET =
      TABLE
          .entity(SealedSecret.class, lookup())
          .partition(Part.text("name", Alphabet.of("a-z0-9-"), 64))
          .maxBytes(SECRET_BYTES_MAX)
          .population(Population.of(20, 1))
          .example(new SealedSecret("accounts-tokens", "1." + "A".repeat(5000)));

  static final Get<OfSecret, SealedSecret> READ =
      SECRET
          .get("secrets.read", "a secret", OfSecret.class)
          .consistent()
          .load(perSecond(6).hottestKey(0.5))
          .build();

  static final Put<SealedSecret, SealedSecret> CREATE =
      SECRET.put("secrets.create", "a secret is created").ifAbsent().load(perSecond(0.001)).build();

  /**
   * A secret that takes the place of another.
   *
   * @param seen the stored text that was read
   */
  record Replacement(SealedSecret after, String seen) {}

  /** Refused if somebody else has replaced it meanwhile. */
  static final Put<Replacement, SealedSecret> REPLACE =
      SECRET
          .put("secrets.replace", "keys are rotated", Replacement.class, Replacement::after)
          .when(field(SealedSecret::sealed).is(param(Replacement::seen)))
          .load(perSecond(0.001))
          .build();

  public static final Model MODEL =
      Model.named("secrets").entities(SECRET).patterns(READ, CREATE, REPLACE).build();

  private SecretsModel() {}
}
