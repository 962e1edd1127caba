package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.NOON;
import static dev.trestle.design.check.Plant.OWNER;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.Plant.OfName;
import dev.trestle.design.check.Plant.OfThing;
import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Reads that return what has expired. */
class ExpiredReadsTest {
  private static final String CHECK = "expired-reads";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  record Gone(String owner, String name, Instant until, long count) {}

  record Bare(String owner, String name) {}

  private static Entity<Gone> gone(Table table) {
    return table
        .entity(Gone.class, lookup())
        .partition(KeyTemplate.of("o#<owner>", OWNER))
        .sort(KeyTemplate.of("t#<name>", NAME))
        .in("byName", KeyTemplate.of("<name>", NAME))
        .expires(Gone::until)
        .example(new Gone("ann", "lamp", NOON, 1));
  }

  @Test
  void returning_expired_items_on_purpose_is_noted() {
    var gone = gone(table().timeToLive("ttl").global(index("byName", string("gpk")).all()).build());
    var get = gone.get("G", "one", OfThing.class).withExpired().build();
    expect(CHECK, model(gone, put(gone), get), Severity.NOTE, "G", "have expired");
    expectNothing(CHECK, model(gone, put(gone), gone.get("G", "one", OfThing.class).build()));
  }

  @Test
  void an_index_without_the_time_cannot_tell_what_has_expired() {
    var gone =
        gone(table().timeToLive("ttl").global(index("byName", string("gpk")).keysOnly()).build());
    var query = gone.index("byName").query("Q", "by name", OfName.class).as(Bare.class).build();
    expect(CHECK, model(gone, put(gone), query), FAULT, "Q", "does not have ttl");
  }
}
