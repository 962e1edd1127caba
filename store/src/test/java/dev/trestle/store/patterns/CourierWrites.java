package dev.trestle.store.patterns;

import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.elements;
import static dev.trestle.model.Conditions.entry;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.not;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Conditions.size;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.store.patterns.Courier.*;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Composite;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Delete;
import dev.trestle.model.Model;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.Put;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.store.patterns.Courier.Address;
import dev.trestle.store.patterns.Courier.DepotEvent;
import dev.trestle.store.patterns.Courier.Driver;
import dev.trestle.store.patterns.Courier.GateLock;
import dev.trestle.store.patterns.Courier.OfDriver;
import dev.trestle.store.patterns.Courier.OfGate;
import dev.trestle.store.patterns.Courier.OfParcel;
import dev.trestle.store.patterns.Courier.Parcel;
import dev.trestle.store.patterns.Courier.Pickup;
import dev.trestle.store.patterns.Courier.Ping;
import dev.trestle.store.patterns.Courier.Scan;
import dev.trestle.store.patterns.Courier.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the parcel service writes, and its model. */
final class CourierWrites {
  // Puts

  static final Put<Parcel, Parcel> ACCEPT =
      PARCEL_ENTITY.put("C20", "a new parcel").ifAbsent().load(perSecond(5)).build();

  record Locking(GateLock lock, Instant now) {}

  static final Put<Locking, GateLock> LOCK_GATE =
      LOCK.put("C21", "lock a gate that nobody holds", Locking.class, Locking::lock)
          .when(absent(GateLock::holder).or(field(GateLock::until).atMost(param(Locking::now))))
          .build();

  static final Put<Scan, Scan> RECORD = SCAN.put("C22", "record a scan").build();
  static final Put<Ping, Ping> REPORT =
      PING.put("C23", "report a position").load(perSecond(400)).build();
  static final Put<DepotEvent, DepotEvent> NOTE = EVENT.put("C24", "note an event").build();
  static final Put<Pickup, Pickup> ORDER = PICKUP_ENTITY.put("C25", "order a pickup").build();
  static final Put<Driver, Driver> HIRE = DRIVER.put("C26", "hire or change a driver").build();

  // Updates

  record Assigning(String parcel, String courier, Instant due) {}

  static final Update<Assigning, Parcel> ASSIGN =
      PARCEL_ENTITY
          .update("C27", "give a waiting parcel to a courier", Assigning.class)
          .set(optional(Parcel::courier))
          .to(param(Assigning::courier))
          .set(Parcel::due)
          .to(param(Assigning::due))
          .set(Parcel::status)
          .to(Status.ON_THE_WAY)
          .when(field(Parcel::status).is(Status.WAITING))
          .build();

  record Attempt(
      String parcel,
      long attempts,
      Set<String> flags,
      String fee,
      long cents,
      List<String> notes) {}

  static final Update<Attempt, Parcel> MISSED =
      PARCEL_ENTITY
          .update("C28", "nobody was at home", Attempt.class)
          .add(Parcel::attempts)
          .of(1L)
          .addAll(Parcel::flags)
          .of(param(Attempt::flags))
          .set(entry(Parcel::fees, param(Attempt::fee)))
          .to(param(Attempt::cents))
          .set(Parcel::notes)
          .to(field(Parcel::notes).then(param(Attempt::notes)))
          .remove(Parcel::code)
          .when(field(Parcel::attempts).is(param(Attempt::attempts)))
          .when(field(Parcel::attempts).lessThan(3L))
          .when(size(Parcel::notes).lessThan(20))
          .when(not(elements(Parcel::flags).contain("returned")))
          .build();

  record Moving(String parcel, String street) {}

  static final Update<Moving, Parcel> MOVE =
      PARCEL_ENTITY
          .update("C29", "another street in the same town", Moving.class)
          .set(field(Parcel::to).at(Address::street))
          .to(param(Moving::street))
          .removeAll(Parcel::flags)
          .of(Set.of("unknown-address"))
          .when(optional(Parcel::deliveredAt).isAbsent())
          .returnOld()
          .build();

  record Driven(String courier, long kilometres, Instant now) {}

  static final Update<Driven, Driver> DRIVE =
      DRIVER
          .upsert("C30", "count kilometres, of a new driver too", Driven.class)
          .add(Driver::kilometres)
          .of(param(Driven::kilometres))
          .setOnInsert(Driver::name)
          .to("new")
          .setOnInsert(Driver::since)
          .to(param(Driven::now))
          .build();

  // Deletes

  record Unlocking(String gate, String holder) {}

  static final Delete<Unlocking, GateLock> UNLOCK =
      LOCK.delete("C31", "unlock a gate", Unlocking.class)
          .when(field(GateLock::holder).is(param(Unlocking::holder)))
          .build();

  record OfPickup(String pickup) {}

  static final Delete<OfPickup, Pickup> CANCEL =
      PICKUP_ENTITY.delete("C32", "cancel a pickup", OfPickup.class).build();

  // Transactions

  record Delivered(String parcel, Instant deliveredAt) {}

  static final Update<Delivered, Parcel> DELIVERED =
      PARCEL_ENTITY
          .update("C33.parcel", "it is delivered", Delivered.class)
          .set(Parcel::status)
          .to(Status.DELIVERED)
          .set(optional(Parcel::deliveredAt))
          .to(param(Delivered::deliveredAt))
          .when(field(Parcel::status).isNot(Status.DELIVERED))
          .build();

  static final ConditionCheck<OfDriver, Driver> EMPLOYED =
      DRIVER.check("C33.driver", "the courier works here", OfDriver.class).ifExists().build();

  record Delivery(Delivered parcel, OfDriver driver, List<Scan> scans, Optional<Unlocking> gate) {}

  static final Transaction<Delivery> DELIVER =
      Transaction.of("C33", "deliver a parcel", Delivery.class, lookup())
          .step(DELIVERED, Delivery::parcel)
          .step(EMPLOYED, Delivery::driver)
          .each(SCAN.put("C33.scan", "the last scans").build(), Delivery::scans, 10, 1)
          .maybe(UNLOCK, Delivery::gate)
          .load(perSecond(5))
          .build();

  // Batches

  static final BatchGet<OfParcel, Parcel> SOME =
      PARCEL_ENTITY.batchGet("C34", "some parcels", OfParcel.class).typically(10).build();

  record OfScan(String parcel, Instant at) {}

  static final BatchWrite<OfScan, Scan> IMPORT_SCANS =
      SCAN.batchWrite("C35", "import scans", OfScan.class).typically(25).load(perDay(100)).build();

  record Handover(OfParcel parcel, OfDriver driver, List<OfGate> gates) {}

  record HandoverState(Optional<Parcel> parcel, Optional<Driver> driver, List<GateLock> gates) {}

  static final MultiGet<Handover, HandoverState> HANDOVER =
      MultiGet.of("C36", "a handover as it is now", Handover.class, HandoverState.class, lookup())
          .step(ONE, Handover::parcel, HandoverState::parcel)
          .step(ONE_DRIVER, Handover::driver, HandoverState::driver)
          .each(HOLDER, Handover::gates, HandoverState::gates, 5)
          .transactional()
          .build();

  record Feed(List<Ping> pings, List<DepotEvent> events, List<OfPickup> cancelled) {}

  static final MultiWrite<Feed> FEED =
      MultiWrite.of("C37", "what a device collected offline", Feed.class, lookup())
          .each(REPORT, Feed::pings, 20)
          .each(NOTE, Feed::events, 5)
          .each(CANCEL, Feed::cancelled, 0.1)
          .build();

  // Composites and the model

  static final Composite RETURN =
      Composite.of(
              "C38",
              "send a parcel back",
              "the sender is told before the parcel moves, and both may be repeated",
              RECORD,
              ASSIGN)
          .load(perDay(50));

  static final Model MODEL =
      Model.named("courier")
          .entities(PARCEL_ENTITY, SCAN, PICKUP_ENTITY, DRIVER, PING, EVENT, LOCK)
          .patterns(ONE, ADDRESS, HOLDER, ONE_DRIVER, SCANS, LAST_SCAN, LATER, EARLIER, BETWEEN)
          .patterns(
              SCAN_COUNT,
              AT_DEPOT,
              TRACE,
              TASKS,
              LATEST_PINGS,
              PING_COUNT,
              EVENTS,
              OF_KIND,
              AT_DEPOTS)
          .patterns(ACCEPT, LOCK_GATE, RECORD, REPORT, NOTE, ORDER, HIRE, ASSIGN, MISSED, MOVE)
          .patterns(DRIVE, UNLOCK, CANCEL, DELIVER, SOME, IMPORT_SCANS, HANDOVER, FEED, RETURN)
          .accept("counting", "C30", "an odometer may be off by one trip")
          .build();

  private CourierWrites() {}
}
