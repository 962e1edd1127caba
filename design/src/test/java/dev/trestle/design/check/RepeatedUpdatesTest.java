package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.WARNING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.design.check.Plant.OfThing;
import dev.trestle.design.check.Plant.Thing;
import dev.trestle.model.Transaction;
import org.junit.jupiter.api.Test;

/** Updates that count twice. */
class RepeatedUpdatesTest {
  private static final String CHECK = "counting";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  record Seen(String owner, String name, long seen) {}

  record Step(OfThing thing) {}

  @Test
  void adding_outside_a_transaction_is_told() {
    var thing = thing();
    var update = thing.update("U", "count", OfThing.class).add(Thing::count).of(1L).build();
    expect(CHECK, model(thing, put(thing), update), WARNING, "U", "add 1 to count", "twice");
  }

  @Test
  void in_a_transaction_it_counts_once() {
    var thing = thing();
    var update = thing.update("U", "count", OfThing.class).add(Thing::count).of(1L).build();
    var transaction =
        Transaction.of("T", "count", Step.class, lookup()).step(update, Step::thing).build();
    expectNothing(CHECK, model(thing, put(thing), transaction));
  }

  @Test
  void a_condition_on_what_it_changes_refuses_the_repetition() {
    var thing = thing();
    var update =
        thing
            .update("U", "count", Seen.class)
            .add(Thing::count)
            .of(1L)
            .when(field(Thing::count).is(param(Seen::seen)))
            .build();
    expectNothing(CHECK, model(thing, put(thing), update));
  }

  record Same(String owner, String name, Plant.Status status) {}

  @Test
  void a_condition_on_the_value_that_it_sets_refuses_no_repetition() {
    var thing = thing();
    var update =
        thing
            .update("U", "count", Same.class)
            .add(Thing::count)
            .of(1L)
            .set(Thing::status)
            .to(param(Same::status))
            .when(field(Thing::status).is(param(Same::status)))
            .build();
    expect(CHECK, model(thing, put(thing), update), WARNING, "U", "add 1 to count", "twice");
  }
}
