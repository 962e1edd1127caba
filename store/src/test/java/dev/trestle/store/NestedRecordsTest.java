package dev.trestle.store;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityBuilder;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.NestedRecord;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Part;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items whose nested records were written by an earlier declaration. */
class NestedRecordsTest {
  record Size(long width, long height, Optional<String> unit) {}

  record Crate(String id, Size size, List<Size> lids) {}

  record OfCrate(String id) {}

  record Wide(String id, long width) {}

  record Whole(String id, Size size) {}

  private static final Table TABLE = Table.named("crates").partition(string("id")).build();
  private static final Size SIZE = new Size(10, 20, Optional.empty());
  private static final Crate CRATE = new Crate("a", SIZE, List.of(SIZE));

  private static EntityBuilder<Crate> crates() {
    return TABLE.entity(Crate.class, lookup()).partition(Part.raw("id", 20));
  }

  private static final Entity<Crate> CRATES =
      crates()
          .nested(
              NestedRecord.of(Size.class)
                  .formerly(Size::width, "w", "breadth")
                  .byDefault(Size::height)
                  .is(7L))
          .example(CRATE);

  private static final Get<OfCrate, Crate> ONE = CRATES.get("C1", "a crate", OfCrate.class).build();

  private final Trestle trestle = Trestle.inMemory();

  @AfterEach
  void close() {
    trestle.close();
  }

  private Store store(AccessPattern... patterns) {
    var model = Model.named("crates").entities(CRATES).patterns(ONE).patterns(patterns).build();
    TableCreation.create(model, trestle.client(), "");
    return Store.of(model, trestle.client());
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  /** Written when a width was called w, and there was no height. */
  private void putOld() {
    var size = AttributeValue.fromM(Map.of("w", number(10)));
    trestle
        .client()
        .putItem(ask ->
            ask.tableName("crates")
                .item(
                    Map.of(
                        "id",
                        AttributeValue.fromS("a"),
                        "size",
                        size,
                        "lids",
                        AttributeValue.fromL(
                            List.of(AttributeValue.fromM(Map.of("breadth", number(3))))))));
  }

  private Map<String, AttributeValue> size() {
    var key = Map.of("id", AttributeValue.fromS("a"));
    var item = trestle.client().getItem(ask -> ask.tableName("crates").key(key)).item();
    return requireNonNull(item.get("size")).m();
  }

  @Test
  void former_names_and_defaults_are_read_wherever_the_record_is() {
    var store = store();
    putOld();
    assertThat(store.run(ONE, new OfCrate("a")))
        .contains(
            new Crate(
                "a", new Size(10, 7, Optional.empty()), List.of(new Size(3, 7, Optional.empty()))));
  }

  @Test
  void setting_a_renamed_component_removes_the_former_one() {
    Update<Wide, Crate> widen =
        CRATES
            .update("C2", "widen", Wide.class)
            .set(field(Crate::size).at(Size::width))
            .to(param(Wide::width))
            .build();
    var store = store(widen);
    putOld();
    assertThat(store.run(widen, new Wide("a", 11)).done())
        .map(Crate::size)
        .contains(new Size(11, 7, Optional.empty()));
    assertThat(size()).containsOnlyKeys("width");
  }

  @Test
  void a_condition_looks_under_the_former_names() {
    Update<Wide, Crate> raise =
        CRATES
            .update("C3", "raise, if it is this wide", Wide.class)
            .set(field(Crate::size).at(Size::height))
            .to(99L)
            .when(field(Crate::size).at(Size::width).is(param(Wide::width)))
            .build();
    var store = store(raise);
    putOld();
    assertThat(store.run(raise, new Wide("a", 11)).isDone()).isFalse();
    assertThat(store.run(raise, new Wide("a", 10)).isDone()).isTrue();
    assertThat(size()).containsEntry("height", number(99));
  }

  @Test
  void what_older_items_have_in_another_form_is_not_compared_or_counted() {
    var same =
        CRATES
            .update("C4", "if it is the same", Whole.class)
            .set(Crate::lids)
            .to(List.of())
            .when(field(Crate::size).is(param(Whole::size)))
            .build();
    assertThatThrownBy(() -> store(same))
        .hasMessageContaining("C4")
        .hasMessageContaining("A record in size has former names or a default");
    var tall =
        CRATES
            .update("C5", "if it is tall", Wide.class)
            .set(Crate::lids)
            .to(List.of())
            .when(field(Crate::size).at(Size::height).moreThan(1L))
            .build();
    assertThatThrownBy(() -> store(tall)).hasMessageContaining("C5");
    var wider =
        CRATES
            .update("C6", "widen", OfCrate.class)
            .add(field(Crate::size).at(Size::width))
            .of(1L)
            .build();
    assertThatThrownBy(() -> store(wider))
        .hasMessageContaining("C6")
        .hasMessageContaining("former");
    var taller =
        CRATES
            .update("C7", "raise", OfCrate.class)
            .add(field(Crate::size).at(Size::height))
            .of(1L)
            .build();
    assertThatThrownBy(() -> store(taller))
        .hasMessageContaining("C7")
        .hasMessageContaining("default");
  }

  record Block(String name, long weight, Optional<Block> above) {}

  record Tower(String id, Block block) {}

  record OfTower(String id, Block second) {}

  @Test
  void a_changed_record_that_contains_itself_is_compared_at_no_depth() {
    var towers =
        Table.named("towers")
            .partition(string("id"))
            .build()
            .entity(Tower.class, lookup())
            .partition(Part.raw("id", 20))
            .nested(NestedRecord.of(Block.class).formerly(Block::weight, "w"))
            .example(new Tower("a", new Block("x", 1, Optional.empty())));
    var delete =
        towers
            .delete("T1", "if its second block is this", OfTower.class)
            .when(field(Tower::block).atOptional(Block::above).is(param(OfTower::second)))
            .build();
    var model = Model.named("towers").entities(towers).patterns(delete).build();
    assertThatThrownBy(() -> Store.of(model, trestle.client()))
        .hasMessageContaining("T1")
        .hasMessageContaining("A record in block has former names or a default");
  }

  record Elsewhere(String a, String b) {}

  @Test
  void what_cannot_be_meant_is_refused_when_it_is_declared() {
    assertThatThrownBy(() ->
            crates()
                .nested(NestedRecord.of(Elsewhere.class).formerly(Elsewhere::a, "x"))
                .example(CRATE))
        .hasMessageContaining("Crate stores no Elsewhere");
    assertThatThrownBy(() ->
            crates()
                .nested(NestedRecord.of(Size.class).formerly(Size::width, "height"))
                .example(CRATE))
        .hasMessageContaining("'height' is a former name and the name of another field");
    assertThatThrownBy(() ->
            crates()
                .nested(NestedRecord.of(Size.class).byDefault(Size::unit).is(Optional.of("cm")))
                .example(CRATE))
        .hasMessageContaining("Size.unit cannot have a default");
  }
}
