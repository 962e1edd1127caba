package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Finding.Severity.WARNING;
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

import dev.trestle.design.check.Plant.OfOwner;
import dev.trestle.design.check.Plant.OfThing;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import org.junit.jupiter.api.Test;

/** Ranges of texts that are no ranges of values. */
class OrderedRangesTest {
  private static final String CHECK = "ordered";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  record From(String owner, String from) {}

  @Test
  void a_range_over_a_part_that_loses_its_order_is_told() {
    var escaped = Part.escaped("name", 20);
    var thing = thing(table().build()).sort(KeyTemplate.of("t#<name>", escaped)).example(THING);
    var query = thing.query("Q", "things from", From.class).from(From::from).build();
    expect(CHECK, model(thing, put(thing), query), FAULT, "Q", "not in the order of its values");
  }

  @Test
  void a_range_over_ordered_texts_is_fine() {
    var thing = thing();
    var query = thing.query("Q", "things from", From.class).from(From::from).build();
    expectNothing(CHECK, model(thing, put(thing), query));
  }

  @Test
  void the_greatest_first_of_what_has_no_order_is_told() {
    var escaped = Part.escaped("name", 20);
    var thing = thing(table().build()).sort(KeyTemplate.of("t#<name>", escaped)).example(THING);
    var query = thing.query("Q", "last things", OfOwner.class).descending().build();
    expect(CHECK, model(thing, put(thing), query), WARNING, "Q", "descending");
  }

  @Test
  void a_prefix_that_holds_other_values_is_told() {
    var leaky = thing(table().build()).sort(KeyTemplate.of("<name><at>", NAME, AT)).example(THING);
    var query = leaky.query("Q", "things of a name", OfThing.class).build();
    expect(CHECK, model(leaky, put(leaky), query), FAULT, "Q", "same prefix", "name=ab");
    var thing = thing(table().build()).sort(KeyTemplate.of("<name>#<at>", NAME, AT)).example(THING);
    var fine = thing.query("Q", "things of a name", OfThing.class).build();
    expectNothing(CHECK, model(thing, put(thing), fine));
  }
}
