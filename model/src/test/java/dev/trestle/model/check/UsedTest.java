package dev.trestle.model.check;

import static dev.trestle.model.Table.string;
import static dev.trestle.model.check.Finding.Severity.WARNING;
import static dev.trestle.model.check.Plant.THING;
import static dev.trestle.model.check.Plant.expect;
import static dev.trestle.model.check.Plant.expectNothing;
import static dev.trestle.model.check.Plant.model;
import static dev.trestle.model.check.Plant.passesMail;
import static dev.trestle.model.check.Plant.put;
import static dev.trestle.model.check.Plant.table;
import static dev.trestle.model.check.Plant.thing;

import dev.trestle.model.Model;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.check.Plant.OfOwner;
import org.junit.jupiter.api.Test;

/** What is declared and not used. */
class UsedTest {
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

  /** As in Messenger: messages are read, and the transaction that keeps them is not declared. */
  @Test
  void an_entity_that_is_read_but_never_written_is_told() {
    var thing = thing();
    var query = thing.query("Q", "things", OfOwner.class).build();
    expect(CHECK, model(thing, query), WARNING, "Thing", "none ever writes it");
  }

  @Test
  void an_entity_that_is_written_but_never_read_is_told() {
    var thing = thing();
    var put = thing.put("P", "keep a thing").build();
    expect(CHECK, model(thing, put), WARNING, "Thing", "none ever reads it");
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
    expect(CHECK, model, WARNING, "empty", "nothing is kept");
  }
}
