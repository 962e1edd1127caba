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

import org.junit.jupiter.api.Test;

/** Items that outgrow DynamoDB. */
class ItemSizeTest {
  private static final String CHECK = "item-size";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void an_item_of_200_kilobytes_is_told() {
    var thing = thing(table().build()).maxBytes(200 * 1024).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "Thing", "200 KB");
    var smaller = thing(table().build()).maxBytes(200 * 1024 - 1).example(THING);
    expectNothing(CHECK, model(smaller, put(smaller)));
  }
}
