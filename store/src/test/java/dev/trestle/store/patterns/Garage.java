package dev.trestle.store.patterns;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Count;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.ItemCollection;
import dev.trestle.model.Model;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;

/** Parking garages: a design of sixteen patterns, made with docs/model/patterns.md alone. */
final class Garage {
  sealed interface OfHouse permits House, Level {}

  record House(String garage, String name, long centsPerHour, long version) implements OfHouse {}

  record Level(String garage, long level, long free) implements OfHouse {}

  record Stay(
      String ticket,
      String garage,
      String plate,
      Instant entered,
      Optional<Instant> openSince,
      Optional<Instant> left,
      Optional<Long> paidCents) {}

  record Claim(String plate, String ticket) {}

  record Payment(String garage, Instant at, String ticket, long cents) {}

  record Permit(String company, String plate, LocalDate until) {}

  record DayCount(String garage, LocalDate day, long entered) {}

  static final Alphabet NAME = Alphabet.of("a-z0-9-");
  static final Part<String> GARAGE = Part.text("garage", NAME, 24);
  static final Part<Long> LEVEL = Part.number("level", -9, 30);
  static final Part<String> TICKET = Part.ulid("ticket", "");
  static final Part<String> PLATE = Part.escaped("plate", 16);
  static final Part<String> COMPANY = Part.text("company", NAME, 24);
  static final Part<Instant> ENTERED = Part.isoMillis("entered");
  static final Part<Instant> OPEN_SINCE = Part.isoMillis("openSince");
  static final Part<Instant> AT = Part.isoMillis("at");
  static final Part<YearMonth> MONTH = Part.monthOf("month", AT);
  static final Part<LocalDate> DAY = Part.date("day");

  static final Table TABLE =
      Table.named("garage")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("open", string("open_garage")).sort(string("open_since")).all())
          .global(index("cars", string("plate")).sort(string("entered")).all())
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  static final String TICKET_EXAMPLE = "01JD4V5Z9XQ8W7T6S5R4Q3P2N1";

  static final Entity<House> HOUSES =
      TABLE
          .entity(House.class, lookup())
          .partition(KeyTemplate.of("GARAGE#<garage>", GARAGE))
          .sort(KeyTemplate.of("GARAGE"))
          .version(House::version)
          .example(new House("north", "North Pier", 250, 1));

  static final Entity<Level> LEVELS =
      TABLE
          .entity(Level.class, lookup())
          .partition(KeyTemplate.of("GARAGE#<garage>", GARAGE))
          .sort(KeyTemplate.of("LEVEL#<level>", LEVEL))
          .population(Population.of(500, 10))
          .example(new Level("north", 2, 80));

  static final Entity<Stay> STAYS =
      TABLE
          .entity(Stay.class, lookup())
          .partition(KeyTemplate.of("STAY#<ticket>", TICKET))
          .sort(KeyTemplate.of("STAY"))
          .in(
              "open",
              KeyTemplate.of("OPEN#<garage>", GARAGE),
              KeyTemplate.of("<openSince>#<ticket>", OPEN_SINCE, TICKET))
          .in("cars", PLATE, ENTERED)
          .population(Population.of(5_000_000, 1))
          .example(
              new Stay(
                  TICKET_EXAMPLE,
                  "north",
                  "ABC 123",
                  NOON,
                  Optional.of(NOON),
                  Optional.of(NOON),
                  Optional.of(500L)));

  static final Entity<Claim> CLAIMS =
      TABLE
          .entity(Claim.class, lookup())
          .partition(KeyTemplate.of("PLATE#<plate>", PLATE))
          .sort(KeyTemplate.of("CLAIM"))
          .named(Claim::ticket, "claimed_by")
          .population(Population.of(50_000, 1))
          .example(new Claim("ABC 123", TICKET_EXAMPLE));

  static final Entity<Payment> PAYMENTS =
      TABLE
          .entity(Payment.class, lookup())
          .partition(KeyTemplate.of("PAID#<garage>#<month>", GARAGE, MONTH))
          .sort(KeyTemplate.of("<at>#<ticket>", AT, TICKET))
          .population(Population.of(5_000_000, 60_000))
          .example(new Payment("north", NOON, TICKET_EXAMPLE, 500));

  static final Entity<Permit> PERMITS =
      TABLE
          .entity(Permit.class, lookup())
          .partition(KeyTemplate.of("COMPANY#<company>", COMPANY))
          .sort(KeyTemplate.of("PERMIT#<plate>", PLATE))
          .population(Population.of(20_000, 500))
          .example(new Permit("acme", "ABC 123", LocalDate.of(2027, 1, 1)));

  static final Entity<DayCount> COUNTS =
      TABLE
          .entity(DayCount.class, lookup())
          .partition(KeyTemplate.of("COUNT#<garage>", GARAGE))
          .sort(DAY)
          .named(DayCount::entered, "cars")
          .population(Population.of(20_000, 400).growing(1))
          .example(new DayCount("north", LocalDate.of(2026, 11, 20), 900));

  record OfGarage(String garage) {}

  static final Query<OfGarage, OfHouse> OVERVIEW =
      ItemCollection.of(OfHouse.class, List.of(HOUSES, LEVELS))
          .query("G1", "a garage with its levels", OfGarage.class)
          .typically(6)
          .load(perSecond(5))
          .build();

  record OfTicket(String ticket) {}

  static final Get<OfTicket, Stay> STAY =
      STAYS.get("G2", "a stay by its ticket", OfTicket.class).consistent().build();

  static final Query<OfGarage, Stay> OPEN =
      STAYS
          .index("open")
          .query("G3", "cars in a garage, longest first", OfGarage.class)
          .page(50)
          .build();

  record OfPlate(String plate) {}

  static final Query<OfPlate, Stay> OF_CAR =
      STAYS
          .index("cars")
          .query("G4", "stays of a car, latest first", OfPlate.class)
          .descending()
          .page(20)
          .build();

  static final Query<OfPlate, Stay> LATEST =
      STAYS
          .index("cars")
          .query("G5", "the latest stay of a car", OfPlate.class)
          .descending()
          .first()
          .build();

  static final Count<OfPlate> VISITS =
      STAYS
          .index("cars")
          .query("G6", "how often a car came", OfPlate.class)
          .typically(10)
          .count(500);

  record OfLevel(String garage, long level) {}

  static final Update<OfLevel, Level> TAKE =
      LEVELS
          .update("G7.level", "one space less", OfLevel.class)
          .add(Level::free)
          .of(-1L)
          .when(field(Level::free).moreThan(0L))
          .build();

  record Entering(Stay stay, Claim claim, OfLevel level) {}

  static final Transaction<Entering> ENTER =
      Transaction.of("G7", "a car enters", Entering.class, lookup())
          .step(STAYS.put("G7.stay", "its stay").ifAbsent().build(), Entering::stay)
          .step(CLAIMS.put("G7.claim", "one stay a plate").ifAbsent().build(), Entering::claim)
          .step(TAKE, Entering::level)
          .load(perSecond(2))
          .build();

  record Paying(String ticket, long cents) {}

  static final Update<Paying, Stay> PAY =
      STAYS
          .update("G8.stay", "it is paid, once", Paying.class)
          .set(optional(Stay::paidCents))
          .to(param(Paying::cents))
          .when(optional(Stay::paidCents).isAbsent())
          .build();

  record Settling(Paying stay, Payment payment) {}

  static final Transaction<Settling> SETTLE =
      Transaction.of("G8", "pay for a stay", Settling.class, lookup())
          .step(PAY, Settling::stay)
          .step(PAYMENTS.put("G8.payment", "for the books").build(), Settling::payment)
          .build();

  record Leaving(String ticket, Instant left) {}

  static final Update<Leaving, Stay> LEAVE_STAY =
      STAYS
          .update("G9.stay", "the car has left, paid", Leaving.class)
          .set(optional(Stay::left))
          .to(param(Leaving::left))
          .remove(Stay::openSince)
          .when(optional(Stay::paidCents).isPresent())
          .build();

  static final Update<OfLevel, Level> FREE =
      LEVELS.update("G9.level", "one space more", OfLevel.class).add(Level::free).of(1L).build();

  static final Delete<OfPlate, Claim> UNCLAIM =
      CLAIMS.delete("G9.claim", "it may come again", OfPlate.class).ifExists().build();

  record Exit(Leaving stay, OfPlate claim, OfLevel level) {}

  static final Transaction<Exit> LEAVE =
      Transaction.of("G9", "a car leaves", Exit.class, lookup())
          .step(LEAVE_STAY, Exit::stay)
          .step(UNCLAIM, Exit::claim)
          .step(FREE, Exit::level)
          .build();

  static final Put<House, House> SAVE_HOUSE =
      HOUSES.put("G10", "a new garage, or its new tariff").load(perDay(5)).build();
  static final Put<Level, Level> SAVE_LEVEL = LEVELS.put("G11", "a level").build();

  record Books(String garage, Instant from, Instant to) {}

  static final Query<Books, Payment> REVENUE =
      PAYMENTS
          .query("G12", "payments between two times", Books.class)
          .between(Books::from, Books::to)
          .acrossRange(MONTH, 12, 2)
          .build();

  record OfCompany(String company) {}

  static final Query<OfCompany, Permit> OF_COMPANY =
      PERMITS.query("G13", "permits of a company", OfCompany.class).build();

  record OfPermit(String company, String plate) {}

  record PermitChanges(List<Permit> added, List<OfPermit> removed) {}

  static final MultiWrite<PermitChanges> CHANGE_PERMITS =
      MultiWrite.of("G14", "a company's new list of permits", PermitChanges.class, lookup())
          .each(PERMITS.put("G14.add", "a permit").build(), PermitChanges::added, 50)
          .each(
              PERMITS.delete("G14.remove", "a permit", OfPermit.class).build(),
              PermitChanges::removed,
              5)
          .build();

  record Gate(OfGarageHouse house, OfPlate claim, Optional<OfPermit> permit) {}

  record OfGarageHouse(String garage) {}

  record GateState(Optional<House> house, Optional<Claim> claim, Optional<Permit> permit) {}

  static final MultiGet<Gate, GateState> AT_GATE =
      MultiGet.of("G15", "what the gate must know", Gate.class, GateState.class, lookup())
          .step(
              HOUSES.get("G15.house", "the tariff", OfGarageHouse.class).build(),
              Gate::house,
              GateState::house)
          .step(
              CLAIMS.get("G15.claim", "whether it is in", OfPlate.class).build(),
              Gate::claim,
              GateState::claim)
          .maybe(
              PERMITS.get("G15.permit", "its permit", OfPermit.class).build(),
              Gate::permit,
              GateState::permit)
          .transactional()
          .build();

  record Counting(String garage, LocalDate day) {}

  static final Update<Counting, DayCount> COUNT =
      COUNTS
          .upsert("G16", "count a car that enters", Counting.class)
          .add(DayCount::entered)
          .of(1L)
          .build();

  record Days(String garage, LocalDate from, LocalDate to) {}

  static final Query<Days, DayCount> DAYS =
      COUNTS.query("G17", "cars a day", Days.class).between(Days::from, Days::to).build();

  static final Model MODEL =
      Model.named("garage")
          .entities(HOUSES, LEVELS, STAYS, CLAIMS, PAYMENTS, PERMITS, COUNTS)
          .patterns(OVERVIEW, STAY, OPEN, OF_CAR, LATEST, VISITS, ENTER, SETTLE, LEAVE, SAVE_HOUSE)
          .patterns(SAVE_LEVEL, REVENUE, OF_COMPANY, CHANGE_PERMITS, AT_GATE, COUNT, DAYS)
          .accept("counting", "G16", "the number of cars a day may be off by one")
          .build();

  private Garage() {}
}
