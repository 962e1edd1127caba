package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Finding.Severity.WARNING;
import static dev.trestle.design.check.Plant.AT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.OWNER;
import static dev.trestle.design.check.Plant.STATUS;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.Plant.OfOwner;
import dev.trestle.design.check.Plant.OfStatus;
import dev.trestle.design.check.Plant.OfThing;
import dev.trestle.model.Population;
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

  record Nothing() {}

  /** Both partitions are read by each call, and each bears half of it. */
  @Test
  void a_query_across_partitions_loads_each_with_its_share() {
    var table = table().global(index("byStatus", string("gpk")).sort(string("gsk")).all()).build();
    var thing =
        thing(table)
            .in("byStatus", KeyTemplate.of("STATUS#<status>", STATUS), KeyTemplate.of("<at>", AT))
            .example(THING);
    var all =
        thing
            .index("byStatus")
            .query("Q", "of any status", Nothing.class)
            .across(STATUS)
            .typically(2)
            .load(perSecond(1).hottestKey(1))
            .build();
    expect(CHECK, model(thing, all), Severity.NOTE, "things/byStatus", "3,000 calls a second of Q");
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
        "is in one partition",
        "hot at 500 calls a second of put Thing (declared none)");
  }

  @Test
  void few_partitions_of_a_population_share_the_load() {
    var two = thing(table().build()).population(Population.of(200, 100)).example(THING);
    var put = two.put("P", "keep").ifAbsent().load(perSecond(30_000)).build();
    expect(
        CHECK,
        model(two, put),
        FAULT,
        "things",
        "15,000 write units",
        "the population's 2 partitions");
    var many = thing(table().build()).population(Population.of(200_000, 100)).example(THING);
    expectNothing(
        CHECK, model(many, many.put("P", "keep").ifAbsent().load(perSecond(30_000)).build()));
  }

  @Test
  void a_declared_share_of_the_hottest_key_outranks_the_population() {
    var two = thing(table().build()).population(Population.of(200, 100)).example(THING);
    var load = perSecond(30_000).hottestKey(0.001);
    expectNothing(CHECK, model(two, two.put("P", "keep").ifAbsent().load(load).build()));
  }
}
