package dev.trestle.model.check;

import static dev.trestle.model.Table.string;
import static dev.trestle.model.check.Finding.Severity.FAULT;
import static dev.trestle.model.check.Plant.NOTE;
import static dev.trestle.model.check.Plant.THING;
import static dev.trestle.model.check.Plant.expect;
import static dev.trestle.model.check.Plant.model;
import static dev.trestle.model.check.Plant.note;
import static dev.trestle.model.check.Plant.passesMail;
import static dev.trestle.model.check.Plant.put;
import static dev.trestle.model.check.Plant.thing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Table;
import dev.trestle.model.check.Plant.OfThing;
import dev.trestle.model.design.Design;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Patterns that name what the model does not have. */
class KnownTest {
  private static final String CHECK = "known";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void an_entity_that_the_model_does_not_list_is_told() {
    var thing = thing();
    var note = note(thing.table()).example(NOTE);
    var get = note.get("N1", "a note", OfThing.class).build();
    expect(CHECK, model(thing, put(thing), get), FAULT, "N1", "Note is not among");
  }

  @Test
  void a_table_that_the_design_does_not_have_is_told() {
    var thing = thing();
    var design = Design.of(model(thing, put(thing)));
    var without = new Design("planted", List.of(), design.entities(), design.patterns());
    assertThat(ModelCheck.of(without).findings())
        .filteredOn(finding -> finding.check().equals(CHECK))
        .extracting(Finding::message)
        .contains("the model has no table things");
  }

  @Test
  void two_entities_of_one_name_are_told() {
    var one = thing();
    var other =
        thing(Table.named("others").partition(string("pk")).sort(string("sk")).build())
            .example(THING);
    expect(
        CHECK, model(List.of(one, other), put(one)), FAULT, "Thing", "two entities have this name");
  }
}
