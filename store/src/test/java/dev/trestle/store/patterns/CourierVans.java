package dev.trestle.store.patterns;

import static dev.trestle.model.Conditions.element;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.itemAbsent;
import static dev.trestle.model.Conditions.itemExists;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Conditions.present;
import static dev.trestle.model.Conditions.value;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.binary;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static dev.trestle.store.patterns.Courier.DRIVER;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Encryption;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.NestedRecord;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.patterns.Courier.OfDriver;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** The vans of the parcel service, with the words that parcels have no use for. */
final class CourierVans {
  enum Size {
    SMALL,
    LARGE;

    String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The running number of a trip. */
  record Serial(long number) implements Comparable<Serial> {
    @Override
    public int compareTo(Serial other) {
      return Long.compare(number, other.number);
    }
  }

  record Tank(long litres, Optional<String> fuel) {}

  record Van(
      UUID van,
      String plate,
      Tank tank,
      long kilometres,
      Optional<Long> left,
      List<String> defects,
      Instant bought,
      Optional<Instant> leasedUntil) {}

  record PlateClaim(String plate, UUID holder) {}

  record Trip(UUID van, Instant began, Serial serial, String driver, String goal, Instant ended) {}

  record Inspection(UUID van, Instant due, LocalDate seen, Optional<Instant> forgetAt) {}

  record Mileage(Size size, YearMonth month, long kilometres) {}

  record Photo(byte[] hash, UUID ofVan) {}

  // Parts

  static final Part<UUID> VAN = Part.uuid("van");
  static final Part<String> PLATE = Part.raw("plate", 12);
  static final Part<Instant> BEGAN = Part.millis("began");
  static final Part<Serial> SERIAL =
      Part.number("serial", 0, 999_999).asOrdered(Serial.class, Serial::new, Serial::number);
  static final Part<Instant> DUE = Part.seconds("due");
  static final Part<LocalDate> SEEN = Part.date("seen");
  static final Part<Size> SIZE = Part.code("size", Size.class, Size::code);
  static final Part<YearMonth> MONTH = Part.month("month");
  static final Part<byte[]> HASH = Part.bytes("hash", 32);

  // Tables

  static final Table VANS =
      Table.named("vans")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("by_plate", string("plate")).provisioned(10, 5).keysOnly())
          .timeToLive("expires_at")
          .provisioned(50, 20)
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .replicas("eu-north-1")
          .encryption(new Encryption.Managed())
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .alarms(Alarms.STANDARD)
          .build();

  static final Table PHOTOS =
      Table.named("photos")
          .partition(binary("hash"))
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  // Entities

  static final Instant NOON = Courier.NOON;
  static final UUID ID = UUID.fromString("0193a5d0-7f3e-7c3a-9f00-5f2f1e6f0a01");

  static final Entity<Van> VAN_ENTITY =
      VANS.entity(Van.class, lookup())
          .partition(KeyTemplate.of("VAN#<van>", VAN))
          .sort(KeyTemplate.of("VAN"))
          .in("by_plate", PLATE)
          .nested(NestedRecord.of(Tank.class).formerly(Tank::litres, "size"))
          .epochSeconds(Van::bought)
          .epochSecondsIfAny(Van::leasedUntil)
          .population(Population.of(800, 1))
          .example(
              new Van(
                  ID,
                  "ABC 123",
                  new Tank(60, Optional.of("diesel")),
                  80_000,
                  Optional.of(20_000L),
                  List.of("left mirror"),
                  NOON,
                  Optional.of(NOON)));

  static final Entity<PlateClaim> CLAIM =
      VANS.entity(PlateClaim.class, lookup())
          .partition(KeyTemplate.of("PLATE#<plate>", PLATE))
          .sort(KeyTemplate.of("CLAIM"))
          .population(Population.of(800, 1))
          .example(new PlateClaim("ABC 123", ID));

  static final Entity<Trip> TRIP =
      VANS.entity(Trip.class, lookup())
          .partition(KeyTemplate.of("VAN#<van>", VAN))
          .sort(KeyTemplate.of("TRIP#<began>#<serial>", BEGAN, SERIAL))
          .population(Population.of(800_000, 1_000))
          .example(new Trip(ID, NOON, new Serial(17), "ann", "north depot", NOON));

  static final Entity<Inspection> INSPECTION =
      VANS.entity(Inspection.class, lookup())
          .partition(KeyTemplate.of("VAN#<van>", VAN))
          .sort(KeyTemplate.of("DUE#<due>#<seen>", DUE, SEEN))
          .mayExpire(Inspection::forgetAt)
          .population(Population.of(8_000, 10))
          .example(new Inspection(ID, NOON, LocalDate.of(2026, 11, 2), Optional.of(NOON)));

  static final Entity<Mileage> MILEAGE =
      VANS.entity(Mileage.class, lookup())
          .partition(KeyTemplate.of("MONTH#<month>", MONTH))
          .sort(KeyTemplate.of("SIZE#<size>", SIZE))
          .population(Population.of(240, 2))
          .example(new Mileage(Size.LARGE, YearMonth.of(2026, 11), 80_000));

  static final Entity<Photo> PHOTO =
      PHOTOS
          .entity(Photo.class, lookup())
          .partition(HASH)
          .population(Population.of(3_000, 1))
          .example(new Photo(new byte[] {1, 2}, ID));

  // Reads

  record OfVan(UUID van) {}

  record OfPlate(String plate) {}

  record PlateOfVan(UUID van, String plate) {}

  record Trips(UUID van, Instant since, String goal) {}

  record Planned(UUID van, Instant due) {}

  record OfMonth(YearMonth month) {}

  record OfPhoto(byte[] hash) {}

  static final Get<OfVan, Van> ONE_VAN = VAN_ENTITY.get("V1", "a van", OfVan.class).build();

  static final Query<OfPlate, PlateOfVan> BY_PLATE =
      VAN_ENTITY
          .index("by_plate")
          .query("V2", "the van with a plate", OfPlate.class)
          .as(PlateOfVan.class)
          .single()
          .build();

  static final Query<Trips, Trip> TRIPS =
      TRIP.query("V3", "trips to a place since a time", Trips.class)
          .from(Trips::since)
          .filter(field(Trip::goal).beginsWith(param(Trips::goal)))
          .filter(field(Trip::goal).contains("depot"))
          .filter(field(Trip::driver).oneOf(List.of("ann", "bo")))
          .filter(field(Trip::driver).isNot("cy"))
          .build();

  static final Query<Planned, Inspection> INSPECTIONS =
      INSPECTION
          .query("V4", "inspections before a time", Planned.class)
          .before(Planned::due)
          .build();

  static final Query<OfMonth, Mileage> BY_SIZE =
      MILEAGE.query("V5", "a month's kilometres by size", OfMonth.class).typically(2).build();

  static final Get<OfPhoto, Photo> ONE_PHOTO =
      PHOTO.get("V6", "whose photo it is", OfPhoto.class).build();

  // Writes

  record Registered(Van van, PlateClaim claim) {}

  static final Transaction<Registered> REGISTER =
      Transaction.of("V10", "a new van", Registered.class, lookup())
          .step(VAN_ENTITY.put("V10.van", "the van").when(itemAbsent()).build(), Registered::van)
          .step(CLAIM.put("V10.plate", "its plate").ifAbsent().build(), Registered::claim)
          .build();

  record Driven(UUID van, long before, long driven) {}

  static final Update<Driven, Van> DROVE =
      VAN_ENTITY
          .update("V11", "kilometres driven, and left until the next inspection", Driven.class)
          .set(Van::kilometres)
          .to(field(Van::kilometres).plus(param(Driven::driven)))
          .set(optional(Van::left))
          .to(optional(Van::left).orElse(20_000L).minus(param(Driven::driven)))
          .when(field(Van::kilometres).is(param(Driven::before)))
          .when(field(Van::kilometres).atLeast(0L).and(present(Van::leasedUntil)))
          .when(optional(Van::left).isAbsent().or(optional(Van::left).moreThan(value(0L))))
          .when(field(Van::tank).atOptional(Tank::fuel).isPresent())
          .when(element(Van::defects, 2).isAbsent())
          .load(perDay(4_000))
          .build();

  record Fixed(UUID van, String defect) {}

  static final Update<Fixed, Van> REPAIRED =
      VAN_ENTITY
          .update("V12", "the first defect is repaired", Fixed.class)
          .remove(element(Van::defects, 0))
          .when(element(Van::defects, 0).is(param(Fixed::defect)))
          .when(present(Van::leasedUntil))
          .build();

  record TripOfDriver(Trip trip, OfDriver driver) {}

  static final Transaction<TripOfDriver> START =
      Transaction.of("V13", "a trip of a driver who works here", TripOfDriver.class, lookup())
          .step(TRIP.put("V13.trip", "the trip").ifAbsent().build(), TripOfDriver::trip)
          .step(
              DRIVER
                  .check("V13.driver", "the driver works here", OfDriver.class)
                  .when(itemExists())
                  .build(),
              TripOfDriver::driver)
          .build();

  static final Put<Inspection, Inspection> PLAN =
      INSPECTION.put("V14", "plan an inspection").build();
  static final Put<Mileage, Mileage> SUM = MILEAGE.put("V15", "a month's kilometres").build();
  static final Put<Photo, Photo> SHOW = PHOTO.put("V16", "a photo of a van").build();

  static final Model MODEL =
      Model.named("vans")
          .tables(VANS, PHOTOS)
          .entities(VAN_ENTITY, CLAIM, TRIP, INSPECTION, MILEAGE, PHOTO)
          .uses(DRIVER)
          .patterns(ONE_VAN, BY_PLATE, TRIPS, INSPECTIONS, BY_SIZE, ONE_PHOTO)
          .patterns(REGISTER, DROVE, REPAIRED, START, PLAN, SUM, SHOW)
          .build();

  private CourierVans() {}
}
