package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.STATUS;
import static dev.trestle.design.check.Plant.TAG;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.design.check.Plant.Status;
import dev.trestle.design.check.Plant.Thing;
import dev.trestle.model.Entity;
import dev.trestle.model.key.KeyTemplate;
import org.junit.jupiter.api.Test;

/** Updates that leave an index key stale. */
class IndexKeyWrittenTest {
  private static final String CHECK = "index-key-written";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  record WithStatus(String owner, String name, Status status) {}

  record WithTag(String owner, String name, Status status, String tag) {}

  private static Entity<Thing> indexed() {
    var table = table().global(index("byStatus", string("gpk")).all()).build();
    return thing(table)
        .in("byStatus", KeyTemplate.of("<status>#<tag>", STATUS, TAG))
        .example(THING);
  }

  @Test
  void a_part_that_the_update_does_not_know_is_told() {
    var thing = indexed();
    var update =
        thing
            .update("U", "set status", WithStatus.class)
            .set(Thing::status)
            .to(param(WithStatus::status))
            .build();
    expect(CHECK, model(thing, put(thing), update), FAULT, "U", "gpk", "byStatus", "knowing tag");
  }

  @Test
  void with_all_parts_the_key_is_written_anew() {
    var thing = indexed();
    var update =
        thing
            .update("U", "set status", WithTag.class)
            .set(Thing::status)
            .to(param(WithTag::status))
            .build();
    expectNothing(CHECK, model(thing, put(thing), update));
    expectNothing("served", model(thing, put(thing), update));
  }
}
