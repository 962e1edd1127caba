package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import org.junit.jupiter.api.Test;

/** Keys that DynamoDB would refuse. */
class KeyWidthTest {
  private static final String CHECK = "width";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void a_sort_key_beyond_1024_bytes_is_told() {
    var wide = Part.text("name", Alphabet.of("a-z"), 1023);
    var thing = thing(table().build()).sort(KeyTemplate.of("t#<name>", wide)).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "Thing", "the sort key", "1025", "1024");
  }

  @Test
  void an_index_key_is_measured_too() {
    var table = table().global(index("byName", string("gpk")).all()).build();
    var wide = Part.escaped("name", 1100);
    var thing = thing(table).in("byName", KeyTemplate.of("<name>", wide)).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "Thing", "the index byName", "2048");
  }
}
