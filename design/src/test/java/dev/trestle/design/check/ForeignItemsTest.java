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
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.design.check.Plant.OfOwner;
import dev.trestle.model.ItemCollection;
import dev.trestle.model.key.KeyTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queries that find items they do not look for. */
class ForeignItemsTest {
  private static final String CHECK = "alone";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void a_prefix_that_another_entity_shares_is_told() {
    var table = table().build();
    var thing = thing(table).example(THING);
    var note = note(table).sort(KeyTemplate.of("t#<name>#note", NAME)).example(NOTE);
    var query = thing.query("Q", "things", OfOwner.class).build();
    expect(
        CHECK, model(List.of(thing, note), put(thing), put(note), query), FAULT, "Q", "Note", "t#");
  }

  @Test
  void different_prefixes_keep_a_query_clean() {
    var table = table().build();
    var thing = thing(table).example(THING);
    var note = note(table).example(NOTE);
    var query = thing.query("Q", "things", OfOwner.class).build();
    expectNothing(CHECK, model(List.of(thing, note), put(thing), put(note), query));
  }

  sealed interface Both {}

  record One(String owner, String name) implements Both {}

  record Two(String owner, String name) implements Both {}

  @Test
  void a_collection_lives_in_one_partition() {
    var table = table().build();
    var one =
        table
            .entity(One.class, lookup())
            .partition(KeyTemplate.of("o#<owner>", OWNER))
            .sort(KeyTemplate.of("a#<name>", NAME))
            .example(new One("ann", "lamp"));
    var two =
        table
            .entity(Two.class, lookup())
            .partition(KeyTemplate.of("p#<owner>", OWNER))
            .sort(KeyTemplate.of("b#<name>", NAME))
            .example(new Two("ann", "lamp"));
    var query =
        ItemCollection.of(Both.class, List.of(one, two)).query("Q", "both", OfOwner.class).build();
    expect(
        CHECK,
        model(List.of(one, two), put(one), put(two), query),
        FAULT,
        "Q",
        "different partitions: o#<owner> and p#<owner>");
  }

  @Test
  void a_stranger_in_the_partition_of_a_collection_is_told() {
    var table = table().build();
    var one =
        table
            .entity(One.class, lookup())
            .partition(KeyTemplate.of("o#<owner>", OWNER))
            .sort(KeyTemplate.of("a#<name>", NAME))
            .example(new One("ann", "lamp"));
    var two =
        table
            .entity(Two.class, lookup())
            .partition(KeyTemplate.of("o#<owner>", OWNER))
            .sort(KeyTemplate.of("b#<name>", NAME))
            .example(new Two("ann", "lamp"));
    var note = note(table).example(NOTE);
    var query =
        ItemCollection.of(Both.class, List.of(one, two)).query("Q", "both", OfOwner.class).build();
    expect(
        CHECK,
        model(List.of(one, two, note), put(one), put(two), put(note), query),
        FAULT,
        "Q",
        "Note");
  }
}
