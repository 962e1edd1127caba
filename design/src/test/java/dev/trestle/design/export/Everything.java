package dev.trestle.design.export;

import static dev.trestle.model.AutoScaling.upTo;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Encryption;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Projection;
import dev.trestle.model.Query;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Tables with every setting, for the exports. */
public final class Everything {
  private static final String KEY =
      "arn:aws:kms:us-east-1:111122223333:key/mrk-1234abcd12ab34cd56ef1234567890ab";

  public enum State {
    OPEN,
    SHUT
  }

  /** A reading of a sensor. */
  public record Sample(
      String sensor, Instant at, State state, double degrees, byte[] raw, List<String> notes) {}

  public record Owner(String sensor, String owner, long rank) {}

  public record OfSensor(String sensor) {}

  public record InState(State state) {}

  public record OfOwner(String owner) {}

  static final Part<String> SENSOR = Part.raw("sensor", 64);
  static final Part<Instant> AT = Part.millis("at").descending();
  static final Part<State> STATE = Part.code("state", State.class, State::name);
  static final Part<String> OWNER = Part.escaped("owner", 64);
  static final Part<Long> RANK = Part.number("rank", 0, 999);

  public static final Table SAMPLES =
      Table.named("lab.samples")
          .partition(string("sensor"))
          .sort(number("at"))
          .global(
              index("by-state", string("state"))
                  .sort(number("at"))
                  .provisioned(7, 8, upTo(70, 8))
                  .keysOnly())
          .global(index("by-owner", string("owner")).provisioned(3, 4).keysOnly())
          .local("by-state-here", string("state"), new Projection.Include(List.of("degrees")))
          .provisioned(50, 20, upTo(500, 200).targetPercent(60))
          .timeToLive("gone")
          .recoverable()
          .backups(new BackupPlan(Duration.ofHours(6), Duration.ofDays(14)))
          .encryption(new Encryption.Managed())
          .stream(StreamView.KEYS_ONLY)
          .alarms(new Alarms(0.7, true, Optional.of(Duration.ofMillis(50)), Optional.of(1L << 30)))
          .build();

  public static final Table OWNERS =
      Table.named("owners")
          .partition(string("pk"))
          .global(index("by-owner", string("opk")).sort(string("osk")).all())
          .recoverable()
          .backups(BackupPlan.daily(35))
          .replicas("eu-north-1", "eu-west-1")
          .encryption(new Encryption.Customer(KEY))
          .protectedFromDeletion()
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .alarms(Alarms.STANDARD)
          .build();

  public static final Table SCRATCH =
      Table.named("scratch").partition(string("id")).ephemeral("until").build();

  public static final Table ABROAD =
      Table.named("abroad")
          .partition(string("id"))
          .global(index("by-rank", number("rank")).all())
          .provisioned(30, 10)
          .replicas("eu-north-1")
          .recoverable()
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .build();

  public static final Table TIDES =
      Table.named("tides")
          .partition(string("id"))
          .global(index("by-rank", number("rank")).all())
          .provisioned(30, 10, upTo(300, 100))
          .replicas("eu-north-1")
          .recoverable()
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .build();

  public static final Entity<Sample> SAMPLE =
      SAMPLES
          .entity(Sample.class, lookup())
          .partition(SENSOR)
          .sort(AT)
          .in("by-state", STATE, AT)
          .in("by-state-here", SENSOR, STATE)
          .population(Population.of(1_000_000, 10_000).growing(24).kept(Duration.ofDays(90)))
          .example(
              new Sample(
                  "s#1",
                  Instant.parse("2026-11-16T12:00:00Z"),
                  State.OPEN,
                  21.5,
                  new byte[] {1, 2, 3},
                  List.of("calm", "\"quoted\" ${x} #{y}")));

  public static final Entity<Owner> OWNED =
      OWNERS
          .entity(Owner.class, lookup())
          .partition(KeyTemplate.of("s#<sensor>", SENSOR))
          .in("by-owner", OWNER, KeyTemplate.of("<rank>#<sensor>", RANK, SENSOR))
          .example(new Owner("s#1", "Åsa & co", 7));

  public static final Query<OfSensor, Sample> NEWEST =
      SAMPLE
          .query("X1", "newest samples", OfSensor.class)
          .page(10)
          .load(perSecond(3.25).hottestKey(0.1).peak(2))
          .build();
  public static final Get<OfSensor, Owner> WHOSE =
      OWNED.get("X2", "whose sensor it is", OfSensor.class).load(perSecond(1)).build();
  public static final Query<OfOwner, Owner> THEIRS =
      OWNED.index("by-owner").query("X3", "sensors of an owner", OfOwner.class).build();

  public static final Model MODEL =
      Model.named("everything")
          .tables(SAMPLES, OWNERS, SCRATCH, ABROAD, TIDES)
          .entities(SAMPLE, OWNED)
          .patterns(NEWEST, WHOSE, THEIRS)
          .build();

  private Everything() {}
}
