package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.WARNING;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.string;

import dev.trestle.design.check.Plant.OfOwner;
import dev.trestle.model.Model;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import org.junit.jupiter.api.Test;

/** Declared but unused entities. */
class UnusedEntitiesTest {
  private static final String CHECK = "used";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void an_entity_without_patterns_is_told() {
    var thing = thing();
    expect(CHECK, model(thing), WARNING, "Thing", "no pattern reads or writes it");
  }

  /**
   * As in Messenger's seed: messages are read, but the transaction that writes them is not
   * declared.
   */
  @Test
  void an_entity_that_is_read_but_never_written_is_told() {
    var thing = thing();
    var query = thing.query("Q", "things", OfOwner.class).build();
    expect(CHECK, model(thing, query), WARNING, "Thing", "no pattern creates its items");
  }

  @Test
  void an_entity_that_is_written_but_never_read_is_told() {
    var thing = thing();
    var put = thing.put("P", "keep a thing").build();
    expect(CHECK, model(thing, put), WARNING, "Thing", "no pattern reads its items");
    expectNothing(CHECK, model(thing, put(thing)));
    var streamed = thing(table().stream(StreamView.NEW_IMAGE).build()).example(THING);
    expectNothing(CHECK, model(streamed, streamed.put("P", "keep a thing").build()));
  }

  @Test
  void a_table_without_entities_is_told() {
    var thing = thing();
    var model =
        Model.named("planted")
            .tables(Table.named("empty").partition(string("pk")).recoverable().build())
            .entities(thing)
            .patterns(put(thing))
            .build();
    expect(CHECK, model, WARNING, "empty", "has no entities");
  }
}
