package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Finding.Severity.WARNING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Conditions.field;

import dev.trestle.design.check.Plant.OfOwner;
import dev.trestle.design.check.Plant.Thing;
import org.junit.jupiter.api.Test;

final class FilteredSearchTest {
  private static final String CHECK = "filtered";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  /** HomeOps' "when did U last do it". */
  @Test
  void one_item_behind_a_filter_can_be_missed() {
    var thing = thing();
    var query =
        thing
            .query("Q", "the one that counts three", OfOwner.class)
            .filter(field(Thing::count).is(3L))
            .descending()
            .single()
            .page(10)
            .build();
    expect(
        CHECK,
        model(thing, put(thing), query),
        FAULT,
        "Q",
        "none of the first 100 items fits (10 requests of 10)");
  }

  @Test
  void the_first_of_those_that_pass_a_filter_is_told() {
    var thing = thing();
    var query =
        thing
            .query("Q", "the first that counts three", OfOwner.class)
            .filter(field(Thing::count).is(3L))
            .first()
            .build();
    expect(
        CHECK,
        model(thing, put(thing), query),
        WARNING,
        "Q",
        "pays for all items before it",
        "up to 1,000 requests");
    var unfiltered = thing.query("Q", "the first", OfOwner.class).first().build();
    expectNothing(CHECK, model(thing, put(thing), unfiltered));
  }

  @Test
  void a_filter_over_all_pages_is_fine() {
    var thing = thing();
    var query =
        thing
            .query("Q", "those that count three", OfOwner.class)
            .filter(field(Thing::count).is(3L))
            .build();
    expectNothing(CHECK, model(thing, put(thing), query));
  }
}
