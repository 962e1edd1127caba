package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Finding.Severity.WARNING;
import static dev.trestle.design.check.Plant.AT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.NOON;
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
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.model.Population;
import dev.trestle.model.Projection;
import dev.trestle.model.key.KeyTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Partitions that outgrow DynamoDB. */
class CollectionSizeTest {
  private static final String CHECK = "collection-size";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void a_partition_above_8_gigabytes_is_a_warning() {
    var thing =
        thing(table().build()).population(Population.of(300_000_000, 150_000_000)).example(THING);
    expect(CHECK, model(thing, put(thing)), WARNING, "Thing", "o#<owner>", "GB");
  }

  @Test
  void with_a_local_index_it_is_a_fault() {
    var table = table().local("byTime", string("lsk"), new Projection.All()).build();
    var thing =
        thing(table)
            .inLocal("byTime", KeyTemplate.of("<at>", AT))
            .population(Population.of(300_000_000, 150_000_000))
            .example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "Thing", "refuses writes beyond 10 GB");
  }

  @Test
  void entities_of_one_partition_count_together() {
    var table = table().build();
    var many = Population.of(200_000_000, 100_000_000);
    var thing = thing(table).population(many).example(THING);
    expectNothing(CHECK, model(thing, put(thing)));
    var note = note(table).population(many.growing(0)).example(NOTE);
    var model = model(List.of(thing, note), put(thing), put(note));
    expect(CHECK, model, WARNING, "Thing", "8.");
  }

  @Test
  void growth_without_bound_is_named_with_the_time_it_takes() {
    var thing =
        thing(table().build()).population(Population.of(1, 1).growing(1_000_000)).example(THING);
    expect(CHECK, model(thing, put(thing)), Severity.NOTE, "Thing", "without bound", "days");
  }

  @Test
  void what_expires_does_not_grow_for_ever() {
    record Gone(String owner, String name, Instant until) {}
    var table = table().timeToLive("ttl").build();
    var gone =
        table
            .entity(Gone.class, lookup())
            .partition(KeyTemplate.of("o#<owner>", OWNER))
            .sort(KeyTemplate.of("t#<name>", NAME))
            .expires(Gone::until)
            .population(Population.of(1, 1).growing(1_000_000).kept(Duration.ofDays(7)))
            .example(new Gone("ann", "lamp", NOON));
    expectNothing(CHECK, model(gone, put(gone)));
  }
}
