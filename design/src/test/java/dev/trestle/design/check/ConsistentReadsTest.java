package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.AT;
import static dev.trestle.design.check.Plant.NAME;
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

import dev.trestle.design.check.Plant.OfName;
import dev.trestle.design.check.Plant.OfOwner;
import dev.trestle.model.Projection;
import dev.trestle.model.key.KeyTemplate;
import org.junit.jupiter.api.Test;

/** Consistent reads of global indexes. */
class ConsistentReadsTest {
  private static final String CHECK = "consistent";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void a_consistent_read_of_a_global_index_is_refused() {
    var table = table().global(index("byName", string("gpk")).all()).build();
    var thing = thing(table).in("byName", KeyTemplate.of("<name>", NAME)).example(THING);
    var query = thing.index("byName").query("Q", "by name", OfName.class).consistent().build();
    expect(CHECK, model(thing, put(thing), query), FAULT, "Q", "byName");
  }

  @Test
  void a_local_index_may_be_read_consistently() {
    var table = table().local("byTime", string("lsk"), new Projection.All()).build();
    var thing = thing(table).inLocal("byTime", KeyTemplate.of("<at>", AT)).example(THING);
    var query = thing.index("byTime").query("Q", "by time", OfOwner.class).consistent().build();
    expectNothing(CHECK, model(thing, put(thing), query));
  }
}
