package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Finding.Severity.WARNING;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.design.check.Plant.Thing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attributes that get into each other's way. */
class AttributeNamesTest {
  private static final String CHECK = "attribute-names";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void an_attribute_with_the_name_of_the_key_is_told() {
    var thing = thing(table().build()).named(Thing::count, "pk2").example(THING);
    expectNothing(CHECK, model(thing, put(thing)));
    var design = Design.of(model(thing, put(thing)));
    var renamed = table().partition(string("pk2")).build();
    var clash = new Design("planted", List.of(renamed), design.entities(), design.patterns());
    assertThat(ModelCheck.of(clash).faults())
        .extracting(Finding::message)
        .contains("its attribute pk2 has the name of the table's key");
  }

  @Test
  void two_components_under_one_name_are_told() {
    var thing = thing();
    var design = Design.of(model(thing, put(thing)));
    var entity = design.entities().getFirst();
    var twice =
        new EntityDesign(
            entity.name(),
            entity.table(),
            entity.keys(),
            entity.indexes(),
            List.of(entity.attributes().getFirst(), entity.attributes().getFirst()),
            entity.example(),
            entity.maxBytes(),
            entity.population(),
            entity.expires(),
            entity.version(),
            entity.place());
    var clash = new Design("planted", design.tables(), List.of(twice), design.patterns());
    assertThat(ModelCheck.of(clash).faults())
        .extracting(Finding::message)
        .contains("two components are stored as at: one overwrites the other");
  }

  @Test
  void an_attribute_of_another_type_than_the_index_key_of_its_name_is_told() {
    var thing = thing(table().global(index("xxx", string("count")).all()).build()).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "Thing", "count", "refuses such items");
  }

  @Test
  void an_attribute_that_brings_items_into_an_index_by_accident_is_told() {
    var thing = thing(table().global(index("xxx", number("count")).all()).build()).example(THING);
    expect(CHECK, model(thing, put(thing)), WARNING, "Thing", "without being declared");
  }

  @Test
  void one_attribute_of_two_types_is_told() {
    var table =
        table()
            .global(index("xxx", string("g")).all())
            .global(index("yyy", number("g")).all())
            .build();
    var thing = thing(table).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "things", "type S in one key and N in another");
  }
}
