package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.OWNER;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import org.junit.jupiter.api.Test;

/** Keys that can be read in two ways. */
class DecodableKeysTest {
  private static final String CHECK = "decodable";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  /** Stak's partition key as its seed writes it. */
  private static final Part<String> TENANT = Part.raw("owner", 20);

  private static final Part<String> USER = Part.raw("name", 20);

  @Test
  void an_ambiguous_template_is_told_with_a_witness() {
    var table = table().build();
    var thing =
        thing(table)
            .partition(KeyTemplate.unproven("t#<owner>U#<name>", TENANT, USER))
            .sort(KeyTemplate.of("s#"))
            .example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "Thing", "ambiguous", "both give t#");
  }

  @Test
  void an_ambiguous_key_of_an_index_is_told() {
    var table = table().global(index("both", string("gpk")).all()).build();
    var thing =
        thing(table).in("both", KeyTemplate.unproven("<owner><name>", OWNER, NAME)).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "Thing", "<owner><name>");
  }
}
