package dev.trestle.model.check;

import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static dev.trestle.model.check.Finding.Severity.WARNING;
import static dev.trestle.model.check.Plant.AT;
import static dev.trestle.model.check.Plant.NAME;
import static dev.trestle.model.check.Plant.NOON;
import static dev.trestle.model.check.Plant.OWNER;
import static dev.trestle.model.check.Plant.STATUS;
import static dev.trestle.model.check.Plant.THING;
import static dev.trestle.model.check.Plant.expect;
import static dev.trestle.model.check.Plant.expectNothing;
import static dev.trestle.model.check.Plant.model;
import static dev.trestle.model.check.Plant.passesMail;
import static dev.trestle.model.check.Plant.put;
import static dev.trestle.model.check.Plant.table;
import static dev.trestle.model.check.Plant.thing;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.check.Plant.Status;
import dev.trestle.model.check.Plant.Thing;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CopiesTest {
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
        "the index byStatus shows of Thing");
  }

  @Test
  void a_copy_under_a_key_that_no_index_has_is_needed() {
    var table = table().global(index("byOwner", string("gpk")).all()).build();
    Entity<Thing> thing =
        thing(table).in("byOwner", KeyTemplate.of("<owner>", OWNER)).example(THING);
    var copy = copy(table);
    expectNothing(CHECK, model(List.of(thing, copy), put(thing), put(copy)));
  }
}
