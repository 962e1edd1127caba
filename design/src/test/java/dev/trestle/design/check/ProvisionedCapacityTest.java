package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.WARNING;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.AutoScaling.upTo;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import org.junit.jupiter.api.Test;

/** Peaks for which there are not enough units. */
class ProvisionedCapacityTest {
  private static final String CHECK = "provisioned-capacity";

  /** Sixty writes a second at the peak. */
  private static Model written(Table.Builder table) {
    var thing = thing(table.build()).example(THING);
    return model(thing, thing.put("P", "keep it").load(perSecond(20).peak(3)).build());
  }

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void a_table_on_demand_has_units_for_any_peak() {
    expectNothing(CHECK, written(table()));
  }

  @Test
  void a_peak_above_the_provisioned_units_is_told() {
    expect(
        CHECK,
        written(table().provisioned(5, 59)),
        WARNING,
        "things",
        "60 write units a second",
        "59 are provisioned");
    expectNothing(CHECK, written(table().provisioned(5, 60)));
  }

  @Test
  void a_peak_above_the_maximum_of_auto_scaling_is_told() {
    expect(
        CHECK,
        written(table().provisioned(5, 5, upTo(5, 59))),
        WARNING,
        "things",
        "60 write units a second",
        "auto scaling stops at 59");
    expectNothing(CHECK, written(table().provisioned(5, 5, upTo(5, 60))));
  }

  @Test
  void an_index_has_units_of_its_own() {
    var own = index("by_tag", string("tagged")).provisioned(5, 59).all();
    var table = table().global(own).provisioned(5, 100).build();
    var thing = thing(table).in("by_tag", Plant.STATUS).example(THING);
    var put = thing.put("P", "keep it").load(perSecond(20).peak(3)).build();
    expect(CHECK, model(thing, put), WARNING, "things/by_tag", "59 are provisioned");
  }
}
