package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.NOON;
import static dev.trestle.design.check.Plant.OWNER;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.found;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.Design;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Table;
import dev.trestle.model.key.KeyTemplate;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Data that should expire and does not. */
class ExpiryAttributesTest {
  private static final String CHECK = "lifetime";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  record Gone(String owner, String name, Instant until) {}

  private static final Gone GONE = new Gone("ann", "lamp", NOON);

  @Test
  void an_ephemeral_table_needs_a_time_to_live() {
    var thing = thing(table().ephemeral().build()).example(THING);
    var found = found(CHECK, model(thing, put(thing)));
    assertThat(found).hasSize(2).extracting(Finding::severity).containsOnly(FAULT);
    assertThat(found).extracting(Finding::subject).containsExactly("things", "Thing");
  }

  @Test
  void what_is_kept_for_a_time_only_must_expire() {
    var thing =
        thing(table().timeToLive("ttl").build())
            .population(Population.of(1, 1).kept(Duration.ofDays(7)))
            .example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "Thing", "nothing removes its items");
  }

  @Test
  void an_attribute_that_is_the_time_to_live_by_accident_is_told() {
    var thing = thing(table().timeToLive("count").build()).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "Thing", "would delete items by it");
  }

  @Test
  void milliseconds_are_no_time_to_live() {
    var table = table().timeToLive("until").build();
    var gone =
        table
            .entity(Gone.class, lookup())
            .partition(KeyTemplate.of("o#<owner>", OWNER))
            .sort(KeyTemplate.of("t#<name>", NAME))
            .expires(Gone::until)
            .epochMillis(Gone::until)
            .example(GONE);
    expect(CHECK, model(gone, put(gone)), FAULT, "Gone", "thousands of years");
  }

  @Test
  void a_text_is_no_time_to_live() {
    var table = Table.named("things").partition(string("pk")).ephemeral("pk").build();
    var design = Design.of(Model.named("planted").tables(table).build());
    assertThat(ModelCheck.of(design).faults())
        .extracting(Finding::message)
        .contains("time to live reads the key attribute pk, which is not a number");
  }
}
