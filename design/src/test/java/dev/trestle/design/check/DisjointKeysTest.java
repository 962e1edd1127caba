package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.NOTE;
import static dev.trestle.design.check.Plant.OWNER;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.note;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Entities with the same keys. */
class DisjointKeysTest {
  private static final String CHECK = "disjoint";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  /** Stak's c#* beside c#<category>, where a category may be an asterisk. */
  @Test
  void a_literal_beside_a_part_that_can_equal_it_is_told() {
    var table = table().build();
    var all = thing(table).sort(KeyTemplate.of("c#*")).example(THING);
    var category = Part.raw("name", 20);
    var each = note(table).sort(KeyTemplate.of("c#<name>", category)).example(NOTE);
    var model = model(List.of(all, each), put(all), put(each));
    expect(CHECK, model, FAULT, "Note", "Thing and Note", "c#*");
  }

  @Test
  void other_partitions_keep_equal_sort_keys_apart() {
    var table = table().build();
    var thing = thing(table).example(THING);
    var note =
        note(table)
            .partition(KeyTemplate.of("x#<owner>", OWNER))
            .sort(KeyTemplate.of("t#<name>", NAME))
            .example(NOTE);
    expectNothing(CHECK, model(List.of(thing, note), put(thing), put(note)));
  }

  @Test
  void entities_in_one_index_are_told_apart_as_well() {
    var table = table().global(index("byName", string("gpk")).all()).build();
    var thing = thing(table).in("byName", KeyTemplate.of("<name>", NAME)).example(THING);
    var note = note(table).in("byName", KeyTemplate.of("<name>", NAME)).example(NOTE);
    var model = model(List.of(thing, note), put(thing), put(note));
    expect(CHECK, model, FAULT, "Note", "the index byName");
  }
}
