package dev.trestle.model.check;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static dev.trestle.model.check.Finding.Severity.FAULT;
import static dev.trestle.model.check.Finding.Severity.WARNING;
import static dev.trestle.model.check.Plant.AT;
import static dev.trestle.model.check.Plant.NAME;
import static dev.trestle.model.check.Plant.OWNER;
import static dev.trestle.model.check.Plant.STATUS;
import static dev.trestle.model.check.Plant.THING;
import static dev.trestle.model.check.Plant.expect;
import static dev.trestle.model.check.Plant.expectNothing;
import static dev.trestle.model.check.Plant.model;
import static dev.trestle.model.check.Plant.passesMail;
import static dev.trestle.model.check.Plant.put;
import static dev.trestle.model.check.Plant.table;
import static dev.trestle.model.check.Plant.thing;

import dev.trestle.model.check.Finding.Severity;
import dev.trestle.model.check.Plant.OfOwner;
import dev.trestle.model.check.Plant.OfStatus;
import dev.trestle.model.check.Plant.OfThing;
import dev.trestle.model.key.KeyTemplate;
import org.junit.jupiter.api.Test;

/** Partitions that get too hot. */
class PartitionLoadTest {
  private static final String CHECK = "partition-load";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void a_key_with_too_many_writes_is_told() {
    var thing = thing();
    var put =
        thing.put("P", "keep").ifAbsent().load(perSecond(4000).hottestKey(0.1).peak(2)).build();
    expect(CHECK, model(thing, put), FAULT, "things", "800 write units", "o#<owner>", "P");
    var spread = thing.put("P", "keep").ifAbsent().load(perSecond(4000).hottestKey(0.01)).build();
    expectNothing(CHECK, model(thing, spread));
  }

  @Test
  void patterns_on_one_kind_of_key_add_up() {
    var thing = thing();
    var read = thing.query("Q", "things", OfOwner.class).typically(1);
    var one = read.load(perSecond(20_000).hottestKey(0.1)).build();
    var two =
        thing.get("G", "a thing", OfThing.class).load(perSecond(20_000).hottestKey(0.1)).build();
    expectNothing(CHECK, model(thing, put(thing), one));
    expect(CHECK, model(thing, put(thing), one, two), FAULT, "things", "2,000 read", "Q and G");
  }

  /** HomeOps' PROMISE_STATUS#active. */
  @Test
  void an_index_by_status_is_told_with_the_load_it_bears() {
    var table = table().global(index("byStatus", string("gpk")).sort(string("gsk")).all()).build();
    var thing =
        thing(table)
            .in("byStatus", KeyTemplate.of("STATUS#<status>", STATUS), KeyTemplate.of("<at>", AT))
            .example(THING);
    var put = thing.put("P", "keep").ifAbsent().load(perSecond(1)).build();
    var query =
        thing.index("byStatus").query("Q", "by status", OfStatus.class).load(perSecond(1)).build();
    expect(
        CHECK,
        model(thing, put, query),
        Severity.NOTE,
        "things/byStatus",
        "STATUS#<status> has only 2 values",
        "hot at 1,000 calls a second of P (declared 1)");
    var much = thing.put("P", "keep").ifAbsent().load(perSecond(900)).build();
    expect(CHECK, model(thing, much, query), WARNING, "things/byStatus", "declared 900");
    var tooMuch = thing.put("P", "keep").ifAbsent().load(perSecond(1100)).build();
    expect(CHECK, model(thing, tooMuch, query), FAULT, "things/byStatus", "550 write units");
  }

  @Test
  void a_partition_key_without_parts_is_one_partition() {
    var thing =
        thing(table().build())
            .partition(KeyTemplate.of("all"))
            .sort(KeyTemplate.of("t#<owner>#<name>", OWNER, NAME))
            .example(THING);
    expect(
        CHECK,
        model(thing, put(thing)),
        WARNING,
        "things",
        "lies in one partition",
        "hot at 500 calls a second of put Thing (declared none)");
  }
}
