package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.TAG;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Plant.OfName;
import dev.trestle.design.check.Plant.Thing;
import dev.trestle.model.Entity;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One item expected, and nothing that sees to it. */
class UniqueClaimsTest {
  private static final String CHECK = "unique";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  record Claim(String name, String owner) {}

  record Both(Thing thing, Claim claim) {}

  private static Entity<Thing> indexed(Table table) {
    return thing(table).in("byName", KeyTemplate.of("<name>", NAME)).example(THING);
  }

  private static Table indexedTable() {
    return table().global(index("byName", string("gpk")).all()).build();
  }

  private static Query<OfName, Thing> byName(Entity<Thing> thing) {
    return thing.index("byName").query("Q", "the one of a name", OfName.class).single().build();
  }

  private static Entity<Claim> claim(Table table) {
    return table
        .entity(Claim.class, lookup())
        .partition(KeyTemplate.of("c#<name>", NAME))
        .sort(KeyTemplate.of("c#"))
        .example(new Claim("lamp", "ann"));
  }

  /** Messenger's users by telephone number. */
  @Test
  void an_index_alone_keeps_nothing_unique() {
    var thing = indexed(indexedTable());
    expect(CHECK, model(thing, put(thing), byName(thing)), FAULT, "Q", "put Thing makes no claim");
  }

  @Test
  void a_claim_in_the_same_transaction_does() {
    var table = indexedTable();
    var thing = indexed(table);
    var claim = claim(table);
    var transaction =
        Transaction.of("T", "keep", Both.class, lookup())
            .step(put(thing), Both::thing)
            .step(put(claim), Both::claim)
            .build();
    expectNothing(CHECK, model(List.of(thing, claim), transaction, byName(thing)));
  }

  @Test
  void a_claim_that_overwrites_another_is_none() {
    var table = indexedTable();
    var thing = indexed(table);
    var claim = claim(table);
    var transaction =
        Transaction.of("T", "keep", Both.class, lookup())
            .step(put(thing), Both::thing)
            .step(claim.put("C", "claim").build(), Both::claim)
            .build();
    expect(
        CHECK,
        model(List.of(thing, claim), transaction, byName(thing)),
        FAULT,
        "Q",
        "T makes no claim");
  }

  @Test
  void every_way_to_write_it_needs_the_claim() {
    var table = indexedTable();
    var thing = indexed(table);
    var claim = claim(table);
    var transaction =
        Transaction.of("T", "keep", Both.class, lookup())
            .step(put(thing), Both::thing)
            .step(put(claim), Both::claim)
            .build();
    var other = thing.put("P", "keep without").build();
    expect(
        CHECK,
        model(List.of(thing, claim), transaction, other, byName(thing)),
        FAULT,
        "Q",
        "P makes no claim");
  }

  /** A tag that goes away leaves the index: Messenger's closed accounts have no number. */
  @Test
  void an_update_that_takes_the_value_away_needs_no_claim() {
    var table = table().global(index("byTag", string("gpk")).all()).build();
    var thing = thing(table).in("byTag", KeyTemplate.of("<tag>", TAG)).example(THING);
    var claim =
        table
            .entity(TagClaim.class, lookup())
            .partition(KeyTemplate.of("c#<tag>", TAG))
            .sort(KeyTemplate.of("c#"))
            .example(new TagClaim("old"));
    var transaction =
        Transaction.of("T", "keep", Tagged.class, lookup())
            .step(put(thing), Tagged::thing)
            .step(put(claim), Tagged::claim)
            .build();
    var clear = thing.update("U", "no tag", Plant.OfThing.class).remove(Thing::tag).build();
    var query = thing.index("byTag").query("Q", "the one", OfTag.class).single().build();
    expectNothing(CHECK, model(List.of(thing, claim), transaction, clear, query));
    var set =
        thing
            .update("S", "another tag", NewTag.class)
            .set(optional(Thing::tag))
            .to(param(NewTag::tag))
            .build();
    expect(
        CHECK,
        model(List.of(thing, claim), transaction, set, query),
        FAULT,
        "Q",
        "S makes no claim");
  }

  @Test
  void the_newest_of_several_is_a_page_of_one() {
    var thing = indexed(indexedTable());
    var query = thing.query("Q", "the last one", Plant.OfOwner.class).descending().single().build();
    var model = model(thing, put(thing), query);
    expect(CHECK, model, FAULT, "Q", "takes the last of several");
    assertThat(Plant.found(CHECK, model).getFirst().remedy()).contains("first()");
  }

  record TagClaim(String tag) {}

  record Tagged(Thing thing, TagClaim claim) {}

  record OfTag(String tag) {}

  record NewTag(String owner, String name, String tag) {}
}
