package dev.trestle.cli.migrate;

import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Entity;
import dev.trestle.model.NestedRecord;
import dev.trestle.model.Table;
import dev.trestle.model.codec.CodecException;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.StreamImages;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DeclaredItemsTest {
  record Size(long width, long height) {}

  record Lamp(
      String id,
      Optional<String> room,
      Instant bought,
      Size size,
      Set<String> tags,
      List<Size> spares,
      double watts) {}

  private static final Part<String> ROOM = Part.text("room", Alphabet.of("a-z"), 10);

  private static final Table TABLE =
      Table.named("lamps")
          .partition(string("id"))
          .global(index("rooms", string("room_bought")).all())
          .build();

  private static final Lamp LAMP =
      new Lamp(
          "a",
          Optional.of("hall"),
          Instant.parse("2026-03-01T08:00:00Z"),
          new Size(10, 20),
          Set.of("red", "tall", "old"),
          List.of(new Size(1, 2)),
          40);

  private static final Entity<Lamp> LAMPS =
      TABLE
          .entity(Lamp.class, lookup())
          .partition(Part.raw("id", 20))
          .in("rooms", KeyTemplate.of("<room>#<bought>", ROOM, Part.isoMillis("bought")))
          .nested(NestedRecord.of(Size.class).formerly(Size::width, "w"))
          .example(LAMP);

  private static Optional<ItemRewrite> change(Consumer<Map<String, AttributeValue>> aged) {
    var item = new HashMap<>(StreamImages.write(LAMPS, LAMP));
    aged.accept(item);
    return new DeclaredItems<>(LAMPS).rewrite(item);
  }

  private static AttributeValue number(String value) {
    return AttributeValue.fromN(value);
  }

  @Test
  void what_dynamodb_may_return_otherwise_is_the_same() {
    assertThat(
            change(item -> {
              item.put("tags", AttributeValue.fromSs(List.of("tall", "old", "red")));
              item.put("watts", number("40.0"));
              item.put("of_others", number("1"));
              var size = new HashMap<>(requireNonNull(item.get("size")).m());
              size.put("depth", number("3"));
              item.put("size", AttributeValue.fromM(size));
            }))
        .isEmpty();
  }

  @Test
  void an_older_form_of_a_value_is_written_again() {
    var older = AttributeValue.fromS("2026-03-01T08:00:00Z");
    var change = change(item -> item.put("bought", older)).orElseThrow();
    assertThat(change.set())
        .containsExactly(Map.entry("bought", AttributeValue.fromS("2026-03-01T08:00:00.000Z")));
    assertThat(change.depends()).contains("bought");
  }

  @Test
  void a_nested_record_under_a_former_name_is_written_whole() {
    var former = AttributeValue.fromM(Map.of("w", number("10"), "height", number("20")));
    var change = change(item -> item.put("size", former)).orElseThrow();
    assertThat(requireNonNull(change.set().get("size")).m())
        .isEqualTo(Map.of("width", number("10"), "height", number("20")));
    assertThat(change.removed()).isEmpty();
  }

  @Test
  void an_index_key_depends_on_all_that_it_is_made_of() {
    var change = change(item -> item.remove("room_bought")).orElseThrow();
    assertThat(change.set()).containsOnlyKeys("room_bought");
    assertThat(change.depends()).containsExactly("bought", "room", "room_bought");
  }

  @Test
  void an_index_key_of_what_is_no_longer_there_is_removed() {
    var change = change(item -> item.remove("room")).orElseThrow();
    assertThat(change.set()).isEmpty();
    assertThat(change.removed()).containsExactly("room_bought");
    assertThat(change.depends()).containsExactly("bought", "room", "room_bought");
  }

  @Test
  void an_item_that_is_no_record_is_refused() {
    assertThatThrownBy(() -> change(item -> item.remove("watts")))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("Lamp.watts");
  }
}
