package dev.trestle.store;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityBuilder;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Items that an earlier declaration wrote, keys that are computed, and versions. */
class OlderItemsTest {
  record Size(long width, long height) {}

  record Tile(
      String wall,
      String id,
      String colour,
      Size size,
      Optional<String> note,
      Set<String> tags,
      long version) {}

  record OfWall(String wall, String colour) {}

  record Wide(String wall, long width) {}

  record OfTile(String wall, String id) {}

  record Seen(String wall, String id, long version) {}

  record SeenInt(String wall, String id, int version) {}

  private static final Part<String> WALL = Part.text("wall", Alphabet.of("a-z"), 10);
  private static final Part<String> ID = Part.text("id", Alphabet.of("a-z"), 10);
  private static final Table TABLE =
      Table.named("tiles").partition(string("pk")).sort(string("sk")).build();
  private static final Tile TILE =
      new Tile("north", "a", "red", new Size(10, 20), Optional.empty(), Set.of(), 0);

  private static EntityBuilder<Tile> tiles() {
    return TABLE
        .entity(Tile.class, lookup())
        .partition(KeyTemplate.of("w#<wall>", WALL))
        .sort(KeyTemplate.of("t#<id>", ID));
  }

  private static final Entity<Tile> RENAMED =
      tiles()
          .named(Tile::colour, "paint", "colour")
          .named(Tile::size, "format", "size")
          .example(TILE);

  private final Trestle trestle = Trestle.inMemory();

  @AfterEach
  void close() {
    trestle.close();
  }

  private Store store(Model model) {
    TableCreation.create(model, trestle.client(), "");
    return Store.of(model, trestle.client());
  }

  /** Renames attributes to what they were called before. */
  private void age(Map<String, String> formerByName) {
    for (var item : trestle.client().scan(request -> request.tableName("tiles")).items()) {
      var aged = new HashMap<>(item);
      formerByName.forEach((name, former) -> aged.put(former, aged.remove(name)));
      trestle.client().putItem(request -> request.tableName("tiles").item(aged));
    }
  }

  @Test
  void an_item_under_a_former_name_is_not_unequal_to_its_own_value() {
    Put<Tile, Tile> put = RENAMED.put("T1", "put").build();
    Query<OfWall, Tile> others =
        RENAMED
            .query("T2", "tiles of other colours", OfWall.class)
            .filter(field(Tile::colour).isNot(param(OfWall::colour)))
            .build();
    var store = store(Model.named("tiles").entities(RENAMED).patterns(put, others).build());
    store.run(put, TILE);
    age(Map.of("paint", "colour"));
    assertThat(store.run(others, new OfWall("north", "red")).items()).isEmpty();
    assertThat(store.run(others, new OfWall("north", "blue")).items()).containsExactly(TILE);
  }

  @Test
  void a_condition_looks_into_a_record_under_its_former_name() {
    Put<Tile, Tile> put = RENAMED.put("T1", "put").build();
    Query<Wide, Tile> wide =
        RENAMED
            .query("T3", "tiles of a width", Wide.class)
            .filter(field(Tile::size).at(Size::width).is(param(Wide::width)))
            .build();
    var store = store(Model.named("tiles").entities(RENAMED).patterns(put, wide).build());
    store.run(put, TILE);
    age(Map.of("format", "size"));
    assertThat(store.run(wide, new Wide("north", 10)).items()).containsExactly(TILE);
    assertThat(store.run(wide, new Wide("north", 11)).items()).isEmpty();
  }

  @Test
  void an_update_inside_of_a_record_under_its_former_name_fails_and_names_the_pattern() {
    Put<Tile, Tile> put = RENAMED.put("T1", "put").build();
    Update<OfTile, Tile> widen =
        RENAMED
            .update("T4", "widen", OfTile.class)
            .add(field(Tile::size).at(Size::width))
            .of(1L)
            .build();
    var store = store(Model.named("tiles").entities(RENAMED).patterns(put, widen).build());
    store.run(put, TILE);
    assertThat(store.run(widen, new OfTile("north", "a")).isDone()).isTrue();
    age(Map.of("format", "size"));
    assertThatThrownBy(() -> store.run(widen, new OfTile("north", "a")))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("T4");
  }

  @Test
  void nothing_inside_of_a_default_is_compared() {
    var defaulted = tiles().byDefault(Tile::size).is(new Size(1, 1)).example(TILE);
    var wide =
        defaulted
            .query("T5", "tiles of a width", Wide.class)
            .filter(field(Tile::size).at(Size::width).is(param(Wide::width)))
            .build();
    assertThatThrownBy(() -> store(Model.named("tiles").entities(defaulted).patterns(wide).build()))
        .hasMessageContaining("T5")
        .hasMessageContaining("size has a default");
  }

  @Test
  void what_is_left_out_when_empty_has_no_default() {
    assertThatThrownBy(() -> tiles().byDefault(Tile::tags).is(Set.of("x")).example(TILE))
        .hasMessageContaining("tags cannot have a default");
    assertThatThrownBy(() -> tiles().byDefault(Tile::note).is(Optional.of("x")).example(TILE))
        .hasMessageContaining("note cannot have a default");
  }

  @Test
  void a_component_in_a_key_has_no_attribute_to_declare() {
    assertThatThrownBy(() -> tiles().named(Tile::id, "tile_id").example(TILE))
        .hasMessageContaining("Tile.id is stored in a key");
  }

  @Test
  void a_check_compares_the_version() {
    var entity = tiles().version(Tile::version).example(TILE);
    Put<Tile, Tile> put = entity.put("V1", "put").build();
    record Step(Seen seen, Tile other) {}
    var both =
        Transaction.of("V2", "put beside a version", Step.class, lookup())
            .step(entity.check("V2.check", "seen", Seen.class).ifExists().build(), Step::seen)
            .step(entity.put("V2.put", "put").build(), Step::other)
            .build();
    var store = store(Model.named("tiles").entities(entity).patterns(put, both).build());
    store.run(put, TILE);
    var other = new Tile("north", "b", "red", TILE.size(), Optional.empty(), Set.of(), 0);
    assertThat(store.run(both, new Step(new Seen("north", "a", 7), other)))
        .isInstanceOf(TransactionOutcome.Refused.class);
    assertThat(store.run(both, new Step(new Seen("north", "a", 1), other)))
        .isInstanceOf(TransactionOutcome.Done.class);
  }

  @Test
  void a_version_of_another_type_is_not_ignored() {
    var entity = tiles().version(Tile::version).example(TILE);
    var delete = entity.delete("V3", "delete", SeenInt.class).build();
    assertThatThrownBy(() -> store(Model.named("tiles").entities(entity).patterns(delete).build()))
        .hasMessageContaining("V3")
        .hasMessageContaining("SeenInt.version is a int");
  }

  // A key that is computed from a component.

  record Visit(String room, Instant at, String guest, Optional<String> state) {}

  record Moved(String room, Instant at, String guest, Instant to) {}

  record OnDay(String room, LocalDate day, String guest, Instant at) {}

  record State(String room, Instant at, LocalDate stateDay, String guest, String state) {}

  record OnlyDay(String room, LocalDate day, LocalDate stateDay, String guest, String state) {}

  record InState(String state, LocalDate stateDay) {}

  private static final Part<String> ROOM = Part.text("room", Alphabet.of("a-z"), 10);
  private static final Part<String> GUEST = Part.text("guest", Alphabet.of("a-z"), 10);
  private static final Part<String> STATE = Part.text("state", Alphabet.of("a-z"), 10);
  private static final Part<Instant> AT = Part.millis("at");
  private static final Instant NOON = Instant.parse("2026-01-15T12:00:00Z");
  private static final Table VISITS =
      Table.named("visits")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("states", string("state_day")).all())
          .build();
  private static final Entity<Visit> VISIT =
      VISITS
          .entity(Visit.class, lookup())
          .partition(KeyTemplate.of("<room>#<day>", ROOM, Part.dayOf("day", AT)))
          .sort(GUEST)
          .in("states", KeyTemplate.of("<state>#<stateDay>", STATE, Part.dayOf("stateDay", AT)))
          .example(new Visit("a", NOON, "ann", Optional.of("open")));

  @Test
  void an_update_does_not_leave_an_item_under_the_key_of_another_day() {
    assertThatThrownBy(() ->
            VISIT.update("D1", "move", Moved.class).set(Visit::at).to(param(Moved::to)).build())
        .hasMessageContaining("D1")
        .hasMessageContaining("<day>")
        .hasMessageContaining("Visit.at");
    assertThatThrownBy(() ->
            VISIT.upsert("D2", "note", OnDay.class).set(Visit::at).to(param(OnDay::at)).build())
        .hasMessageContaining("D2")
        .hasMessageContaining("<day>");
  }

  @Test
  void an_index_key_of_a_day_is_computed_from_the_items_own_time() {
    Put<Visit, Visit> put = VISIT.put("D3", "put").build();
    Update<State, Visit> state =
        VISIT
            .update("D4", "change the state", State.class)
            .set(optional(Visit::state))
            .to(param(State::state))
            .build();
    Query<InState, Visit> open =
        VISIT.index("states").query("D5", "visits in a state", InState.class).build();
    var store = store(Model.named("visits").entities(VISIT).patterns(put, state, open).build());
    store.run(put, new Visit("a", NOON, "ann", Optional.of("open")));
    var elsewhere = LocalDate.of(2030, 1, 1);
    assertThat(store.run(state, new State("a", NOON, elsewhere, "ann", "closed")).isDone())
        .isTrue();
    assertThat(store.run(open, new InState("closed", LocalDate.of(2026, 1, 15))).items())
        .hasSize(1);
    var later = NOON.plusSeconds(1);
    assertThat(store.run(state, new State("a", later, elsewhere, "ann", "gone")).isDone())
        .isFalse();
  }

  @Test
  void a_day_that_nothing_compares_with_the_item_writes_no_index_key() {
    var state =
        VISIT
            .update("D6", "change the state", OnlyDay.class)
            .set(optional(Visit::state))
            .to(param(OnlyDay::state))
            .build();
    assertThatThrownBy(() -> store(Model.named("visits").entities(VISIT).patterns(state).build()))
        .hasMessageContaining("D6")
        .hasMessageContaining("stateDay");
  }
}
