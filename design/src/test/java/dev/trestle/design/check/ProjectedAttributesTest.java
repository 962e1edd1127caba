package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.design.check.Plant.OfName;
import dev.trestle.design.check.Plant.Thing;
import dev.trestle.model.Entity;
import dev.trestle.model.Projection;
import dev.trestle.model.key.KeyTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads of what an index does not have. */
class ProjectedAttributesTest {
  private static final String CHECK = "projected";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  private static Entity<Thing> indexed(Projection projection) {
    var table =
        switch (projection) {
          case Projection.All _ -> table().global(index("byName", string("gpk")).all());
          case Projection.KeysOnly _ -> table().global(index("byName", string("gpk")).keysOnly());
          case Projection.Include(var names) ->
              table().global(index("byName", string("gpk")).include(names.toArray(new String[0])));
        };
    return thing(table.build()).in("byName", KeyTemplate.of("<name>", NAME)).example(THING);
  }

  @Test
  void what_the_result_needs_must_be_in_the_index() {
    var thing = indexed(new Projection.Include(List.of("at", "status", "tag")));
    var query = thing.index("byName").query("Q", "by name", OfName.class).build();
    expect(CHECK, model(thing, put(thing), query), FAULT, "Q", "does not have count");
    var whole = indexed(new Projection.All());
    var fine = whole.index("byName").query("Q", "by name", OfName.class).build();
    expectNothing(CHECK, model(whole, put(whole), fine));
  }

  record View(String owner, String name) {}

  @Test
  void what_the_filter_looks_at_must_be_in_the_index() {
    var thing = indexed(new Projection.KeysOnly());
    var query =
        thing
            .index("byName")
            .query("Q", "by name", OfName.class)
            .as(View.class)
            .filter(field(Thing::count).atLeast(2L))
            .build();
    expect(CHECK, model(thing, put(thing), query), FAULT, "Q", "the filter looks at count");
  }
}
