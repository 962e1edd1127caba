package dev.trestle.store.patterns;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Count;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.ItemCollection;
import dev.trestle.model.Population;
import dev.trestle.model.Projection;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A parcel service: one example of every word, for docs/model/patterns.md. */
final class Courier {
  // Records

  /** What a courier has to do. */
  sealed interface Task permits Parcel, Pickup {}

  /** What lies in the partition of a parcel. */
  sealed interface Traced permits Parcel, Scan {}

  enum Status {
    WAITING,
    ON_THE_WAY,
    DELIVERED
  }

  record Address(String street, String town) {}

  record Parcel(
      String parcel,
      String depot,
      Status status,
      Instant due,
      Optional<String> courier,
      Address to,
      Set<String> flags,
      Map<String, Long> fees,
      List<String> notes,
      long attempts,
      Optional<Instant> deliveredAt,
      Optional<String> code)
      implements Task, Traced {}

  record Scan(String parcel, Instant at, String place) implements Traced {}

  record Pickup(String pickup, String courier, Instant due, String street) implements Task {}

  record Ping(String courier, Instant at, double lat, double lon, Instant expires) {}

  record DepotEvent(String depot, Instant at, String parcel, String what, Instant expires) {}

  record Driver(String courier, String name, long version, long kilometres, Instant since) {}

  record GateLock(String gate, String holder, Instant until) {}

  // Parts

  static final Alphabet ID = Alphabet.of("a-z0-9-");
  static final Part<String> PARCEL = Part.text("parcel", ID, 32);
  static final Part<String> PICKUP = Part.text("pickup", ID, 32);
  static final Part<String> DEPOT = Part.text("depot", ID, 16);
  static final Part<String> COURIER = Part.text("courier", ID, 16);
  static final Part<String> WHAT = Part.text("what", ID, 16);
  static final Part<String> GATE = Part.text("gate", ID, 16);
  static final Part<Instant> AT = Part.isoMillis("at");
  static final Part<Instant> DUE = Part.isoMillis("due");
  static final Part<LocalDate> DAY = Part.dayOf("day", AT);
  static final Part<Long> SHARD = Part.shardOf("shard", COURIER, 8);

  // Tables

  static final Table PARCELS =
      Table.named("parcels")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("tasks", string("task_courier")).sort(string("task_due")).all())
          .global(index("at_depot", string("depot")).sort(string("due")).include("status"))
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  static final Table LOGS =
      Table.named("logs")
          .partition(string("pk"))
          .sort(string("sk"))
          .local("by_kind", string("what"), new Projection.All())
          .ephemeral("expires_at")
          .build();

  // Entities

  static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  static final Entity<Parcel> PARCEL_ENTITY =
      PARCELS
          .entity(Parcel.class, lookup())
          .partition(KeyTemplate.of("PARCEL#<parcel>", PARCEL))
          .sort(KeyTemplate.of("PARCEL"))
          .in(
              "tasks",
              KeyTemplate.of("<courier>", COURIER),
              KeyTemplate.of("<due>#P#<parcel>", DUE, PARCEL))
          .in("at_depot", DEPOT, DUE)
          .snakeCase()
          .named(Parcel::fees, "fees_in_cents", "fees")
          .byDefault(Parcel::attempts)
          .is(0L)
          .epochMillisIfAny(Parcel::deliveredAt)
          .maxBytes(4_000)
          .population(Population.of(1_000_000, 30))
          .example(
              new Parcel(
                  "p-1",
                  "north",
                  Status.WAITING,
                  NOON,
                  Optional.of("ann"),
                  new Address("Elm Street 3", "Springfield"),
                  Set.of("fragile"),
                  Map.of("customs", 250L),
                  List.of("ring twice"),
                  1,
                  Optional.of(NOON),
                  Optional.of("4711")));

  static final Entity<Scan> SCAN =
      PARCELS
          .entity(Scan.class, lookup())
          .partition(KeyTemplate.of("PARCEL#<parcel>", PARCEL))
          .sort(KeyTemplate.of("SCAN#<at>", AT))
          .population(Population.of(20_000_000, 30).growing(1))
          .example(new Scan("p-1", NOON, "north"));

  static final Entity<Pickup> PICKUP_ENTITY =
      PARCELS
          .entity(Pickup.class, lookup())
          .partition(KeyTemplate.of("PICKUP#<pickup>", PICKUP))
          .sort(KeyTemplate.of("PICKUP"))
          .in("tasks", COURIER, KeyTemplate.of("<due>#U#<pickup>", DUE, PICKUP))
          .named(Pickup::due, "pickup_due")
          .example(new Pickup("u-1", "ann", NOON, "Elm Street 4"));

  static final Entity<Driver> DRIVER =
      PARCELS
          .entity(Driver.class, lookup())
          .partition(KeyTemplate.of("DRIVER#<courier>", COURIER))
          .sort(KeyTemplate.of("DRIVER"))
          .version(Driver::version)
          .epochMillis(Driver::since)
          .population(Population.of(5_000, 1))
          .example(new Driver("ann", "Ann Chovey", 3, 12_000, NOON));

  static final Entity<Ping> PING =
      LOGS.entity(Ping.class, lookup())
          .partition(KeyTemplate.of("PING#<shard>", SHARD))
          .sort(KeyTemplate.of("<at>#<courier>", AT, COURIER))
          .expires(Ping::expires)
          .population(Population.of(4_000_000, 500_000).growing(50_000).kept(Duration.ofDays(7)))
          .example(new Ping("ann", NOON, 59.33, 18.06, NOON));

  static final Entity<DepotEvent> EVENT =
      LOGS.entity(DepotEvent.class, lookup())
          .partition(KeyTemplate.of("DEPOT#<depot>#<day>", DEPOT, DAY))
          .sort(KeyTemplate.of("<at>#<parcel>", AT, PARCEL))
          .inLocal("by_kind", WHAT)
          .expires(DepotEvent::expires)
          .population(Population.of(10_000_000, 20_000))
          .example(new DepotEvent("north", NOON, "p-1", "arrived", NOON));

  static final Entity<GateLock> LOCK =
      LOGS.entity(GateLock.class, lookup())
          .partition(KeyTemplate.of("GATE#<gate>", GATE))
          .sort(KeyTemplate.of("LOCK"))
          .expires(GateLock::until)
          .example(new GateLock("g-1", "ann", NOON));

  // Gets

  record OfParcel(String parcel) {}

  record WhereTo(String parcel, Address to) {}

  static final Get<OfParcel, Parcel> ONE =
      PARCEL_ENTITY.get("C1", "a parcel", OfParcel.class).consistent().load(perSecond(40)).build();

  static final Get<OfParcel, WhereTo> ADDRESS =
      PARCEL_ENTITY.get("C2", "where a parcel goes", OfParcel.class).as(WhereTo.class).build();

  record OfGate(String gate) {}

  static final Get<OfGate, GateLock> HOLDER =
      LOCK.get("C3", "who had a gate last", OfGate.class).withExpired().build();

  record OfDriver(String courier) {}

  static final Get<OfDriver, Driver> ONE_DRIVER =
      DRIVER.get("C4", "a driver", OfDriver.class).build();

  // Queries

  record Since(String parcel, Instant since) {}

  record Span(String parcel, Instant from, Instant to) {}

  static final Query<OfParcel, Scan> SCANS =
      SCAN.query("C5", "scans of a parcel, latest first", OfParcel.class)
          .descending()
          .page(20)
          .typically(6)
          .load(perSecond(15).hottestKey(0.001).peak(3))
          .build();

  static final Query<OfParcel, Scan> LAST_SCAN =
      SCAN.query("C6", "the last scan", OfParcel.class).descending().first().build();

  static final Query<Since, Scan> LATER =
      SCAN.query("C7", "scans after a time", Since.class).after(Since::since).build();

  static final Query<Since, Scan> EARLIER =
      SCAN.query("C8", "scans up to a time", Since.class).upTo(Since::since).build();

  static final Query<Span, Scan> BETWEEN =
      SCAN.query("C9", "scans between two times", Span.class).between(Span::from, Span::to).build();

  static final Count<OfParcel> SCAN_COUNT =
      SCAN.query("C10", "how often a parcel was scanned", OfParcel.class).typically(6).count(1000);

  record AtDepot(String depot, Status status) {}

  record Waiting(String parcel, Instant due) {}

  static final Query<AtDepot, Waiting> AT_DEPOT =
      PARCEL_ENTITY
          .index("at_depot")
          .query("C11", "parcels at a depot in a state, most urgent first", AtDepot.class)
          .as(Waiting.class)
          .filter(field(Parcel::status).is(param(AtDepot::status)))
          .load(perDay(20_000))
          .build();

  // Collections

  static final Query<OfParcel, Traced> TRACE =
      ItemCollection.of(Traced.class, List.of(PARCEL_ENTITY, SCAN))
          .query("C12", "a parcel with its scans", OfParcel.class)
          .typically(7)
          .build();

  record DueBefore(String courier, Instant before) {}

  static final Query<DueBefore, Task> TASKS =
      ItemCollection.of(Task.class, List.of(PARCEL_ENTITY, PICKUP_ENTITY))
          .index("tasks")
          .query("C13", "what a courier has to do, most urgent first", DueBefore.class)
          .before(DueBefore::before)
          .typically(15)
          .build();

  // Several partitions

  record NoParameters() {}

  static final Query<NoParameters, Ping> LATEST_PINGS =
      PING.query("C14", "latest pings of all couriers", NoParameters.class)
          .across(SHARD)
          .descending()
          .page(50)
          .build();

  static final Count<NoParameters> PING_COUNT =
      PING.query("C18", "how many pings there are", NoParameters.class).across(SHARD).count(50);

  record Events(String depot, Instant from, Instant to) {}

  static final Query<Events, DepotEvent> EVENTS =
      EVENT
          .query("C15", "what happened at a depot between two times", Events.class)
          .between(Events::from, Events::to)
          .acrossRange(DAY, 31, 2)
          .page(50)
          .build();

  record OfKind(String depot, LocalDate day, String what) {}

  static final Query<OfKind, DepotEvent> OF_KIND =
      EVENT.index("by_kind").query("C17", "a day's events of a kind", OfKind.class).build();

  record Depots(List<String> depots) {}

  static final Query<Depots, Waiting> AT_DEPOTS =
      PARCEL_ENTITY
          .index("at_depot")
          .query("C16", "parcels of several depots, most urgent first", Depots.class)
          .as(Waiting.class)
          .across(DEPOT, Depots::depots, 10, 3)
          .page(20)
          .build();

  private Courier() {}
}
