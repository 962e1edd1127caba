package dev.trestle.store;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An update refuses a sum that its record could not be read with. */
class SumsInRangeTest {
  /** The points are from 0 to 1000, since they are the key of an index. */
  record Player(
      String name, long points, long bonus, Optional<Long> extra, float ratio, long level) {}

  record OfPlayer(String name) {}

  record Change(String name, long by) {}

  record Stretch(String name, float by) {}

  private static final Part<String> NAME = Part.text("name", Alphabet.of("a-z"), 10);
  private static final Entity<Player> PLAYER =
      Table.named("players")
          .partition(string("pk"))
          .global(index("ranking", number("rank")).all())
          .build()
          .entity(Player.class, lookup())
          .partition(NAME)
          .in("ranking", Part.number("points", 0, 1000))
          .byDefault(Player::level)
          .is(7L)
          .example(player(1, 1, Optional.of(1L)));

  private static Player player(long points, long bonus, Optional<Long> extra) {
    return new Player("ann", points, bonus, extra, 0, 1);
  }

  private static final Put<Player, Player> PUT = PLAYER.put("S1", "put").build();
  private static final Get<OfPlayer, Player> GET =
      PLAYER.get("S2", "get", OfPlayer.class).consistent().build();
  private static final Update<Change, Player> BONUS_PLUS =
      PLAYER
          .update("S3", "points from the bonus", Change.class)
          .set(Player::points)
          .to(field(Player::bonus).plus(param(Change::by)))
          .build();
  private static final Update<Change, Player> BONUS_MINUS =
      PLAYER
          .update("S4", "points from the bonus, less some", Change.class)
          .set(Player::points)
          .to(field(Player::bonus).minus(param(Change::by)))
          .build();
  private static final Update<Change, Player> LESS_EXTRA =
      PLAYER
          .update("S5", "what the extra leaves", Change.class)
          .set(Player::points)
          .to(param(Change::by).minus(optional(Player::extra).orElse(0L)))
          .build();
  private static final Update<Change, Player> LESS_LEVEL =
      PLAYER
          .update("S6", "what the level leaves", Change.class)
          .set(Player::points)
          .to(param(Change::by).minus(field(Player::level)))
          .build();
  private static final Update<Change, Player> GIVEN =
      PLAYER
          .update("S7", "one more than given", Change.class)
          .set(Player::points)
          .to(param(Change::by).plus(1L))
          .build();
  private static final Update<Stretch, Player> STRETCH =
      PLAYER
          .update("S8", "a larger ratio", Stretch.class)
          .add(Player::ratio)
          .of(param(Stretch::by))
          .build();

  private static final Model MODEL =
      Model.named("players")
          .entities(PLAYER)
          .patterns(PUT, GET, BONUS_PLUS, BONUS_MINUS, LESS_EXTRA, LESS_LEVEL, GIVEN, STRETCH)
          .build();

  private final Trestle trestle = Trestle.inMemory();
  private final Store store = open(trestle);

  private static Store open(Trestle trestle) {
    TableCreation.create(MODEL, trestle.client(), "");
    return Store.of(MODEL, trestle.client());
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private Player ann() {
    return store.run(GET, new OfPlayer("ann")).orElseThrow();
  }

  private boolean isDone(Update<Change, Player> update, long by) {
    return store.run(update, new Change("ann", by)).isDone();
  }

  @Test
  void a_sum_made_of_another_component_leaves_the_range_on_neither_side() {
    store.run(PUT, player(5, -50, Optional.empty()));
    assertThat(isDone(BONUS_PLUS, 1)).isFalse();
    assertThat(isDone(BONUS_PLUS, 50)).isTrue();
    assertThat(ann().points()).isZero();
    store.run(PUT, player(5, 5000, Optional.empty()));
    assertThat(isDone(BONUS_MINUS, 5)).isFalse();
    assertThat(isDone(BONUS_MINUS, 4000)).isTrue();
    assertThat(ann().points()).isEqualTo(1000);
    assertThat(isDone(BONUS_MINUS, -5)).isFalse();
    assertThat(isDone(BONUS_PLUS, -4999)).isTrue();
    assertThat(ann().points()).isEqualTo(1);
  }

  @Test
  void a_difference_from_a_missing_number_stays_in_range() {
    store.run(PUT, player(5, 1, Optional.empty()));
    assertThat(isDone(LESS_EXTRA, 2000)).isFalse();
    assertThat(isDone(LESS_EXTRA, 1000)).isTrue();
    assertThat(isDone(LESS_EXTRA, -1)).isFalse();
    store.run(PUT, player(5, 1, Optional.of(1500L)));
    assertThat(isDone(LESS_EXTRA, 1000)).isFalse();
    assertThat(isDone(LESS_EXTRA, 2000)).isTrue();
    assertThat(ann().points()).isEqualTo(500);
  }

  @Test
  void a_difference_from_a_default_stays_in_range() {
    trestle
        .client()
        .putItem(request ->
            request
                .tableName("players")
                .item(
                    Map.of(
                        "pk", AttributeValue.fromS("ann"),
                        "rank", AttributeValue.fromN("5"),
                        "bonus", AttributeValue.fromN("1"),
                        "ratio", AttributeValue.fromN("1"))));
    assertThat(ann().level()).isEqualTo(7);
    assertThat(isDone(LESS_LEVEL, 6)).isFalse();
    assertThat(isDone(LESS_LEVEL, 1008)).isFalse();
    assertThat(isDone(LESS_LEVEL, 1007)).isTrue();
    assertThat(ann().points()).isEqualTo(1000);
  }

  @Test
  void a_sum_of_given_numbers_stays_in_range() {
    store.run(PUT, player(5, 1, Optional.empty()));
    assertThat(isDone(GIVEN, 1000)).isFalse();
    assertThat(isDone(GIVEN, 999)).isTrue();
    assertThat(ann().points()).isEqualTo(1000);
  }

  @Test
  void a_float_does_not_become_infinite() {
    store.run(PUT, player(5, 1, Optional.empty()));
    assertThat(store.run(STRETCH, new Stretch("ann", Float.MAX_VALUE)).isDone()).isTrue();
    assertThat(store.run(STRETCH, new Stretch("ann", 1e32f)).isDone()).isFalse();
    assertThat(ann().ratio()).isEqualTo(Float.MAX_VALUE);
    assertThat(store.run(STRETCH, new Stretch("ann", -Float.MAX_VALUE)).isDone()).isTrue();
    assertThat(store.run(STRETCH, new Stretch("ann", -Float.MAX_VALUE)).isDone()).isTrue();
    assertThat(store.run(STRETCH, new Stretch("ann", -1e-30f)).isDone()).isFalse();
    assertThatThrownBy(() -> store.run(STRETCH, new Stretch("ann", Float.NaN)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("S8: The parameter Stretch.by is not a finite number.");
  }

  @Test
  void a_float_that_another_program_made_too_large_is_not_read_as_infinity() {
    trestle
        .client()
        .putItem(request ->
            request
                .tableName("players")
                .item(
                    Map.of(
                        "pk", AttributeValue.fromS("ann"),
                        "rank", AttributeValue.fromN("5"),
                        "bonus", AttributeValue.fromN("1"),
                        "ratio", AttributeValue.fromN("1E+50"))));
    assertThatThrownBy(this::ann)
        .isInstanceOf(UnreadableItemException.class)
        .hasMessageContaining("ratio: found a number that is not a valid float");
  }

  @Test
  void an_amount_is_not_added_to_a_number_that_is_stored_converted() {
    record Price(String name, long cents) {}
    var entity =
        Table.named("prices")
            .partition(string("pk"))
            .global(index("cheapest", number("euros")).all())
            .build()
            .entity(Price.class, lookup())
            .partition(NAME)
            .in(
                "cheapest",
                Part.number("cents", 0, 99)
                    .asOrdered(Long.class, euros -> euros * 100, cents -> cents / 100))
            .example(new Price("a", 100));
    assertThatThrownBy(
            () -> entity.update("X", "dearer", OfPlayer.class).add(Price::cents).of(100L))
        .hasMessageContaining("Price.cents is not stored as its own number");
  }

  @Test
  void a_sum_of_two_stored_numbers_is_refused_with_the_component() {
    var update =
        PLAYER
            .update("X", "both", OfPlayer.class)
            .set(Player::points)
            .to(field(Player::bonus).plus(field(Player::level)))
            .build();
    var model = Model.named("players").entities(PLAYER).patterns(PUT, update).build();
    assertThatThrownBy(() -> Store.of(model, trestle.client()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("could leave the range of points");
    var fallback =
        PLAYER
            .update("X", "one or the other", OfPlayer.class)
            .set(Player::points)
            .to(optional(Player::extra).orElse(field(Player::bonus)).plus(1L))
            .build();
    var other = Model.named("players").entities(PLAYER).patterns(PUT, fallback).build();
    assertThatThrownBy(() -> Store.of(other, trestle.client()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("could leave the range of points");
  }

  @Test
  void an_upsert_makes_no_value_of_one_that_a_new_item_lacks() {
    assertThatThrownBy(() ->
            PLAYER
                .upsert("X", "counts", Change.class)
                .set(Player::bonus)
                .to(field(Player::bonus).plus(1L))
                .set(Player::points)
                .to(1L)
                .set(Player::ratio)
                .to(1f)
                .build())
        .hasMessageContaining("bonus has no value in an item that the upsert makes")
        .hasMessageContaining("orElse(…)");
  }
}
