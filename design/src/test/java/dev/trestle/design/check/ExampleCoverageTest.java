package dev.trestle.design.check;

import static dev.trestle.design.check.Plant.NOON;
import static dev.trestle.design.check.Plant.TAG;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.Plant.Status;
import dev.trestle.design.check.Plant.Thing;
import dev.trestle.model.key.KeyTemplate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Examples that hide a cost. */
class ExampleCoverageTest {
  private static final String CHECK = "examples";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void an_example_outside_a_sparse_index_is_noted() {
    var table = table().global(index("tagged", string("gpk")).all()).build();
    var untagged = new Thing("ann", "lamp", NOON, Status.ACTIVE, 1, Optional.empty());
    var thing = thing(table).in("tagged", KeyTemplate.of("<tag>", TAG)).example(untagged);
    expect(CHECK, model(thing, put(thing)), Severity.NOTE, "Thing", "not in the index tagged");
  }
}
