package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.AT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.OWNER;
import static dev.trestle.design.check.Plant.TAG;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.design.check.Plant.OfOwner;
import dev.trestle.design.check.Plant.OfThing;
import dev.trestle.model.key.KeyTemplate;
import org.junit.jupiter.api.Test;

/** Indexes that nothing needs. */
class IndexNeededTest {
  private static final String CHECK = "index-needed";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void an_index_that_no_pattern_reads_is_told() {
    var table = table().global(index("byName", string("gpk")).all()).build();
    var thing = thing(table).in("byName", KeyTemplate.of("<name>", NAME)).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "things/byName", "no pattern reads");
  }

  @Test
  void an_index_that_repeats_the_table_is_told() {
    var table = table().global(index("again", string("gpk")).sort(string("gsk")).all()).build();
    var thing =
        thing(table)
            .in("again", KeyTemplate.of("<owner>", OWNER), KeyTemplate.of("<name>", NAME))
            .example(THING);
    var query = thing.index("again").query("Q", "things", OfOwner.class).build();
    expect(CHECK, model(thing, put(thing), query), FAULT, "things/again", "the table itself", "Q");
  }

  @Test
  void another_order_justifies_an_index() {
    var table = table().global(index("recent", string("gpk")).sort(string("gsk")).all()).build();
    var thing =
        thing(table)
            .in("recent", KeyTemplate.of("<owner>", OWNER), KeyTemplate.of("<at>", AT))
            .example(THING);
    var query = thing.index("recent").query("Q", "newest", OfOwner.class).descending().build();
    expectNothing(CHECK, model(thing, put(thing), query));
  }

  @Test
  void of_two_indexes_that_do_the_same_one_is_told() {
    var table =
        table()
            .global(index("one", string("apk")).sort(string("ask")).all())
            .global(index("two", string("bpk")).sort(string("bsk")).all())
            .build();
    var thing =
        thing(table)
            .in("one", KeyTemplate.of("<owner>", OWNER), KeyTemplate.of("<at>", AT))
            .in("two", KeyTemplate.of("x#<owner>", OWNER), KeyTemplate.of("y#<at>", AT))
            .example(THING);
    var first = thing.index("one").query("Q1", "newest", OfOwner.class).descending().build();
    var second = thing.index("two").query("Q2", "oldest", OfOwner.class).build();
    expect(
        CHECK, model(thing, put(thing), first, second), FAULT, "things/one", "the index two", "Q1");
  }

  @Test
  void a_sparse_index_is_not_replaced_by_the_table() {
    var table = table().global(index("tagged", string("gpk")).sort(string("gsk")).all()).build();
    var thing =
        thing(table)
            .in(
                "tagged",
                KeyTemplate.of("<owner>", OWNER),
                KeyTemplate.of("<name>#<tag>", NAME, TAG))
            .example(THING);
    var query = thing.index("tagged").query("Q", "tagged things", OfOwner.class).build();
    expectNothing(CHECK, model(thing, put(thing), query));
  }

  @Test
  void an_index_is_spare_if_each_of_its_reads_finds_another_place() {
    var table =
        table()
            .global(index("recent", string("apk")).sort(string("ask")).all())
            .global(index("spare", string("bpk")).sort(string("bsk")).all())
            .build();
    var thing =
        thing(table)
            .sort(KeyTemplate.of("t#<name>#<at>", NAME, AT))
            .in("recent", KeyTemplate.of("<owner>", OWNER), KeyTemplate.of("<at>", AT))
            .in(
                "spare",
                KeyTemplate.of("x#<owner>", OWNER),
                KeyTemplate.of("<name>#<at>", NAME, AT))
            .example(THING);
    var recent = thing.index("recent").query("Q1", "newest", OfOwner.class).build();
    var byName = thing.index("spare").query("Q2", "by name", OfThing.class).build();
    var all = thing.index("spare").query("Q3", "all", OfOwner.class).build();
    expect(
        CHECK,
        model(thing, put(thing), recent, byName, all),
        FAULT,
        "things/spare",
        "the table itself",
        "Q2 and Q3");
  }
}
