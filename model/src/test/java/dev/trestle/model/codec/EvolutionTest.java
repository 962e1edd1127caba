package dev.trestle.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.item.Value;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Items written by an older record are read by a newer one. */
class EvolutionTest {
  private static final EncodedValues VALUES = EncodedValues.ENCODED;

  record Old(String title, int stars) {}

  record New(
      String heading,
      int stars,
      Optional<String> note,
      List<String> lines,
      Set<String> tags,
      Map<String, Long> counts,
      String language) {}

  private static ItemCodec.Field field(RecordShape<?> shape, String name) {
    var component = shape.component(name);
    var codec = Codecs.of(shape, component, MethodHandles.lookup());
    return new ItemCodec.Field(component.index(), name, List.of(), codec, Optional.empty());
  }

  private static ItemCodec.Field renamed(ItemCodec.Field field, String... former) {
    return new ItemCodec.Field(
        field.component(), field.attribute(), List.of(former), field.codec(), field.absent());
  }

  private static ItemCodec.Field withDefault(ItemCodec.Field field, Object value) {
    return new ItemCodec.Field(
        field.component(),
        field.attribute(),
        field.formerNames(),
        field.codec(),
        Optional.of(value));
  }

  private static <R> ItemCodec<R> plain(Class<R> type, String... names) {
    var shape = RecordShape.of(type, MethodHandles.lookup());
    var fields = new ArrayList<ItemCodec.Field>();
    for (var name : names) fields.add(field(shape, name));
    return ItemCodec.of(shape, List.of(), fields);
  }

  private static ItemCodec<New> newer() {
    var shape = RecordShape.of(New.class, MethodHandles.lookup());
    return ItemCodec.of(
        shape,
        List.of(),
        List.of(
            renamed(field(shape, "heading"), "caption", "title"),
            field(shape, "stars"),
            field(shape, "note"),
            field(shape, "lines"),
            field(shape, "tags"),
            field(shape, "counts"),
            withDefault(field(shape, "language"), "en")));
  }

  @Test
  void an_older_item_is_read_with_its_former_name_and_defaults() {
    var written = plain(Old.class, "title", "stars").write(new Old("t", 5), VALUES);
    assertThat(newer().read(written, VALUES))
        .isEqualTo(new New("t", 5, Optional.empty(), List.of(), Set.of(), Map.of(), "en"));
  }

  @Test
  void former_names_are_tried_in_their_order_and_after_the_name_itself() {
    var item = new HashMap<String, Value>();
    item.put("stars", Value.number(1));
    item.put("title", Value.string("first"));
    item.put("caption", Value.string("second"));
    assertThat(newer().read(item, VALUES).heading()).isEqualTo("second");
    item.put("heading", Value.string("third"));
    assertThat(newer().read(item, VALUES).heading()).isEqualTo("third");
  }

  @Test
  void only_the_new_name_is_written() {
    var whole = new New("h", 1, Optional.of("n"), List.of(), Set.of(), Map.of(), "de");
    var written = newer().write(whole, VALUES);
    assertThat(written.keySet())
        .containsExactlyInAnyOrder("heading", "stars", "note", "lines", "counts", "language");
    assertThat(newer().read(written, VALUES)).isEqualTo(whole);
  }

  @Test
  void attributes_that_the_record_does_not_know_are_passed_over() {
    var whole = new New("h", 1, Optional.of("n"), List.of(), Set.of(), Map.of(), "de");
    var written = newer().write(whole, VALUES);
    written.put("title", written.get("heading"));
    assertThat(plain(Old.class, "title", "stars").read(written, VALUES)).isEqualTo(new Old("h", 1));
  }

  @Test
  void a_missing_attribute_without_a_default_is_named() {
    assertThatThrownBy(() -> newer().read(Map.of("title", Value.string("t")), VALUES))
        .isInstanceOf(CodecException.class)
        .hasMessageStartingWith("New.stars: found no attribute 'stars'");
  }

  record Narrow(int count, List<String> names) {}

  record Wide(long count, Set<String> names) {}

  @Test
  void a_wider_number_and_a_set_in_place_of_a_list_read_what_is_there() {
    var written =
        plain(Narrow.class, "count", "names").write(new Narrow(3, List.of("a", "b")), VALUES);
    assertThat(plain(Wide.class, "count", "names").read(written, VALUES))
        .isEqualTo(new Wide(3, Set.of("a", "b")));
  }

  record Expiring(String id, Optional<Instant> expires) {}

  @Test
  void a_codec_of_plain_values_serves_a_component_that_may_be_absent() {
    var shape = RecordShape.of(Expiring.class, MethodHandles.lookup());
    var codec =
        ItemCodec.of(
            shape,
            List.of(),
            List.of(
                field(shape, "id"),
                new ItemCodec.Field(1, "ttl", List.of(), Codecs.EPOCH_SECONDS, Optional.empty())));
    var there = new Expiring("a", Optional.of(Instant.ofEpochSecond(77)));
    var absent = new Expiring("a", Optional.empty());
    assertThat(codec.write(there, VALUES).get("ttl")).isEqualTo(Value.number(77));
    assertThat(codec.read(codec.write(there, VALUES), VALUES)).isEqualTo(there);
    assertThat(codec.write(absent, VALUES)).containsOnlyKeys("id");
    assertThat(codec.read(codec.write(absent, VALUES), VALUES)).isEqualTo(absent);
  }

  @Test
  void a_default_of_another_type_is_refused_when_it_is_declared() {
    var shape = RecordShape.of(Old.class, MethodHandles.lookup());
    var fields = List.of(field(shape, "title"), withDefault(field(shape, "stars"), 5L));
    assertThatThrownBy(() -> ItemCodec.of(shape, List.of(), fields))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Old.stars: the default is a Long; give a Integer");
  }

  @Test
  void a_former_name_that_is_in_use_is_refused() {
    var shape = RecordShape.of(Old.class, MethodHandles.lookup());
    var fields = List.of(renamed(field(shape, "title"), "stars"), field(shape, "stars"));
    assertThatThrownBy(() -> ItemCodec.of(shape, List.of(), fields))
        .hasMessage("Old: 'stars' is a former name and the name of another attribute");
  }

  @Test
  void an_attribute_declared_twice_is_refused() {
    var shape = RecordShape.of(Old.class, MethodHandles.lookup());
    var fields = List.of(field(shape, "title"), field(shape, "stars"), field(shape, "stars"));
    assertThatThrownBy(() -> ItemCodec.of(shape, List.of(), fields))
        .hasMessage("Old: attribute 'stars' is declared twice");
  }

  @Test
  void a_component_that_is_nowhere_is_refused() {
    assertThatThrownBy(() -> plain(Old.class, "title"))
        .hasMessageStartingWith("Old: component 'stars' could not be read back");
  }
}
