package dev.trestle.model.check;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.check.Finding.Severity.WARNING;
import static dev.trestle.model.check.Plant.expect;
import static dev.trestle.model.check.Plant.expectNothing;
import static dev.trestle.model.check.Plant.model;
import static dev.trestle.model.check.Plant.passesMail;
import static dev.trestle.model.check.Plant.put;
import static dev.trestle.model.check.Plant.thing;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Transaction;
import dev.trestle.model.check.Plant.OfThing;
import dev.trestle.model.check.Plant.Thing;
import org.junit.jupiter.api.Test;

/** Updates that count twice. */
class CountingTest {
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
}
