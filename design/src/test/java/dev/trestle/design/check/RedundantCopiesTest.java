package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.WARNING;
import static dev.trestle.design.check.Plant.AT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.NOON;
import static dev.trestle.design.check.Plant.OWNER;
import static dev.trestle.design.check.Plant.STATUS;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.design.check.Plant.Status;
import dev.trestle.design.check.Plant.Thing;
import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RedundantCopiesTest {
  private static final String CHECK = "copies";

  record ByStatus(Status status, Instant at, String name) {}

  private static Entity<ByStatus> copy(Table table) {
    return table
        .entity(ByStatus.class, lookup())
        .partition(KeyTemplate.of("s#<status>", STATUS))
        .sort(KeyTemplate.of("s#<at>#<name>", AT, NAME))
        .example(new ByStatus(Status.ACTIVE, NOON, "lamp"));
  }

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  /** EcoBid's GEO# and CATEGORY# items beside its two indexes. */
  @Test
  void a_copy_beside_the_index_that_shows_the_same_is_found() {
    var table = table().global(index("byStatus", string("gpk")).sort(string("gsk")).all()).build();
    Entity<Thing> thing =
        thing(table)
            .in("byStatus", KeyTemplate.of("<status>", STATUS), KeyTemplate.of("<at>", AT))
            .example(THING);
    var copy = copy(table);
    expect(
        CHECK,
        model(List.of(thing, copy), put(thing), put(copy)),
        WARNING,
        "ByStatus",
        "the index byStatus projects of Thing");
  }

  @Test
  void a_copy_under_a_key_that_no_index_has_is_needed() {
    var table = table().global(index("byOwner", string("gpk")).all()).build();
    Entity<Thing> thing =
        thing(table).in("byOwner", KeyTemplate.of("<owner>", OWNER)).example(THING);
    var copy = copy(table);
    expectNothing(CHECK, model(List.of(thing, copy), put(thing), put(copy)));
  }

  record Claim(String name, String owner) {}

  record Both(Thing thing, Claim claim) {}

  private static Table tableByName() {
    return table().global(index("byName", string("gpk")).all()).build();
  }

  private static Entity<Thing> thingByName(Table table) {
    return thing(table).in("byName", KeyTemplate.of("<name>", NAME)).example(THING);
  }

  private static Entity<Claim> claim(Table table) {
    return table
        .entity(Claim.class, lookup())
        .partition(KeyTemplate.of("c#<name>", NAME))
        .sort(KeyTemplate.of("c#"))
        .example(new Claim("lamp", "ann"));
  }

  /** A name that one account has: an index finds it, and only the claim keeps it unique. */
  @Test
  void a_claim_that_keeps_a_name_unique_is_no_copy() {
    var table = tableByName();
    var thing = thingByName(table);
    var claim = claim(table);
    var both =
        Transaction.of("T", "keep", Both.class, lookup())
            .step(put(thing), Both::thing)
            .step(claim.put("C", "claim").ifAbsent().build(), Both::claim)
            .build();
    expectNothing(CHECK, model(List.of(thing, claim), both));
  }

  @Test
  void a_claim_that_overwrites_another_is_a_copy() {
    var table = tableByName();
    var thing = thingByName(table);
    var claim = claim(table);
    var both =
        Transaction.of("T", "keep", Both.class, lookup())
            .step(put(thing), Both::thing)
            .step(claim.put("C", "claim").build(), Both::claim)
            .build();
    expect(
        CHECK, model(List.of(thing, claim), both), WARNING, "Claim", "the index byName projects");
  }
}
