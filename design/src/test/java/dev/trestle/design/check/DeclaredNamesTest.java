package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.NOTE;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.note;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.string;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.Design;
import dev.trestle.design.check.Plant.OfThing;
import dev.trestle.model.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Patterns that refer to names which the model does not have. */
class DeclaredNamesTest {
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
