package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.AT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.TAG;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.found;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.design.check.Plant.OfName;
import dev.trestle.design.check.Plant.OfOwner;
import dev.trestle.design.check.Plant.OfStatus;
import dev.trestle.design.check.Plant.OfThing;
import dev.trestle.design.check.Plant.Status;
import dev.trestle.design.check.Plant.Thing;
import dev.trestle.model.Composite;
import dev.trestle.model.key.KeyTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Patterns that their keys cannot serve. */
class ServedByKeyTest {
  private static final String CHECK = "served";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  /** EcoBid's pattern 8 as written: items by status, which is in no key. */
  @Test
  void a_query_without_the_partition_key_would_be_a_scan() {
    var thing = thing();
    var query = thing.query("E8", "things by status", OfStatus.class).build();
    var found = found(CHECK, model(thing, put(thing), query));
    assertThat(found).hasSize(2).extracting(Finding::severity).containsOnly(FAULT);
    assertThat(found.getFirst().message()).contains("owner", "o#<owner>", "scan");
    assertThat(found.getLast().message()).contains("status", "has no effect");
  }

  record Stray(String owner, String name) {}

  @Test
  void a_part_behind_one_that_is_not_given_binds_nothing() {
    var table = table().build();
    var thing = thing(table).sort(KeyTemplate.of("t#<at>#<name>", AT, NAME)).example(THING);
    var query = thing.query("Q", "things by name", OfThing.class).build();
    expect(CHECK, model(thing, put(thing), query), FAULT, "Q", "name", "behind at");
  }

  @Test
  void one_item_needs_the_whole_key() {
    var thing = thing();
    var get = thing.get("G", "some thing", OfOwner.class).build();
    expect(CHECK, model(thing, put(thing), get), FAULT, "G", "name of the sort key t#<name>");
    var delete = thing.delete("D", "remove some thing", OfOwner.class).build();
    expect(CHECK, model(thing, put(thing), delete), FAULT, "D", "name");
  }

  record Ranged(String owner, String name, String from) {}

  @Test
  void a_range_needs_a_part_that_is_not_given() {
    var thing = thing();
    var query = thing.query("R", "things from", Ranged.class).from(Ranged::from).build();
    expect(CHECK, model(thing, put(thing), query), FAULT, "R", "already given");
  }

  record WithCount(String owner, String name, long least) {}

  @Test
  void a_parameter_that_nothing_uses_is_told() {
    var thing = thing();
    var update =
        thing.update("U", "finish", WithCount.class).set(Thing::status).to(Status.DONE).build();
    expect(CHECK, model(thing, put(thing), update), FAULT, "U", "least");
  }

  @Test
  void a_parameter_of_a_condition_or_a_filter_is_used() {
    var thing = thing();
    var update =
        thing
            .update("U", "finish", WithCount.class)
            .set(Thing::status)
            .to(Status.DONE)
            .when(field(Thing::count).atLeast(param(WithCount::least)))
            .build();
    expectNothing(CHECK, model(thing, put(thing), update));
  }

  @Test
  void an_index_must_have_the_entity() {
    var table = table().global(index("byName", string("gpk")).all()).build();
    var thing = thing(table).in("byName", KeyTemplate.of("<name>", NAME)).example(THING);
    var design =
        Design.of(
            model(
                thing,
                put(thing),
                thing.index("byName").query("Q", "by name", OfName.class).build()));
    var entity = design.entities().getFirst();
    var outside =
        new EntityDesign(
            entity.name(),
            entity.table(),
            entity.keys(),
            List.of(),
            entity.attributes(),
            entity.example(),
            entity.maxBytes(),
            entity.population(),
            entity.expires(),
            entity.version(),
            entity.place());
    var without = new Design("planted", design.tables(), List.of(outside), design.patterns());
    assertThat(ModelCheck.of(without).faults())
        .extracting(Finding::message)
        .anyMatch(message -> message.contains("not in the index byName"));
  }

  @Test
  void what_is_within_a_composite_is_checked_too() {
    var thing = thing();
    var scan = thing.query("E8", "things by status", OfStatus.class).build();
    var composite = Composite.of("C", "both", "because", put(thing), scan);
    assertThat(found(CHECK, model(thing, composite))).extracting(Finding::subject).contains("E8");
  }

  @Test
  void a_filter_on_the_key_that_is_queried_is_told() {
    var table = table().global(index("byTag", string("tag")).all()).build();
    var thing = thing(table).in("byTag", TAG).example(THING);
    var query =
        thing
            .index("byTag")
            .query("Q", "by tag", OfTag.class)
            .filter(optional(Thing::tag).isNot("x"))
            .build();
    expect(CHECK, model(thing, put(thing), query), FAULT, "Q", "filters by tag");
  }

  record OfTag(String tag) {}
}
