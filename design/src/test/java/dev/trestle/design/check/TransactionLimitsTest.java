package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.Plant.OfThing;
import dev.trestle.design.check.Plant.Thing;
import dev.trestle.model.MultiGet;
import dev.trestle.model.Transaction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transactions that DynamoDB refuses. */
class TransactionLimitsTest {
  private static final String CHECK = "transaction-limits";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  record Several(List<Thing> things) {}

  record One(Thing one) {}

  record Two(Thing one, Thing other) {}

  @Test
  void more_than_100_items_are_told() {
    var thing = thing();
    var transaction =
        Transaction.of("T", "many", Several.class, lookup())
            .each(put(thing), Several::things, 101)
            .build();
    expect(CHECK, model(thing, transaction), FAULT, "T", "101 items");
  }

  record Keys(List<OfThing> keys) {}

  record Found(List<Thing> things) {}

  @Test
  void more_than_100_items_in_a_transactional_read_are_told() {
    var thing = thing();
    var get = thing.get("G", "one", OfThing.class).build();
    var draft =
        MultiGet.of("R", "many", Keys.class, Found.class, lookup())
            .each(get, Keys::keys, Found::things, 101);
    expectNothing(CHECK, model(thing, draft.build()));
    expect(CHECK, model(thing, draft.transactional().build()), FAULT, "R", "101 items");
  }

  @Test
  void more_than_4_megabytes_are_told() {
    var thing = thing(table().build()).maxBytes(100_000).example(THING);
    var transaction =
        Transaction.of("T", "many", Several.class, lookup())
            .each(put(thing), Several::things, 42)
            .build();
    expect(CHECK, model(thing, transaction), FAULT, "T", "4 MB");
  }

  @Test
  void the_same_item_twice_is_told() {
    var thing = thing();
    var again = thing.put("again", "once more").build();
    var transaction =
        Transaction.of("T", "twice", One.class, lookup())
            .step(put(thing), One::one)
            .step(again, One::one)
            .build();
    expect(CHECK, model(thing, transaction), FAULT, "T", "the same Thing");
  }

  @Test
  void items_that_might_be_the_same_are_noted() {
    var thing = thing();
    var again = thing.put("again", "once more").build();
    var transaction =
        Transaction.of("T", "two", Two.class, lookup())
            .step(put(thing), Two::one)
            .step(again, Two::other)
            .build();
    expect(CHECK, model(thing, transaction), Severity.NOTE, "T", "if the keys are ever equal");
  }
}
