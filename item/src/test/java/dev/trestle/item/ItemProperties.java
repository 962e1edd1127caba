package dev.trestle.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.gen.Strings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ItemProperties {
  private static final Gen<Map<String, Tree>> ITEMS = Tree.fields(4, 12);

  @Test
  void an_item_comes_back_as_it_was_written() {
    Property.check(
        2000,
        ITEMS,
        fields -> {
          var item = Tree.item(fields, new Random(0));
          assertThat(Tree.read(item.fields())).isEqualTo(fields);
          assertThat(Tree.read(Item.ofBytes(item.bytes()).fields())).isEqualTo(fields);
          assertThat(item.count()).isEqualTo(fields.size());
          assertThat(item.isEmpty()).isEqualTo(fields.isEmpty());
          fields.forEach(
              (name, value) -> assertThat(item.get(name).map(Tree::read)).hasValue(value));
        });
  }

  @Test
  void whatever_order_it_is_written_in_an_item_has_the_same_bytes() {
    Property.check(
        2000,
        ITEMS,
        fields -> {
          var first = Tree.item(fields, new Random(1));
          var second = Tree.item(fields, new Random(2));
          assertThat(second.bytes()).isEqualTo(first.bytes());
          assertThat(second).isEqualTo(first).hasSameHashCodeAs(first);
        });
  }

  @Test
  void names_are_in_the_order_of_their_utf8_bytes() {
    Property.check(
        2000,
        ITEMS,
        fields -> {
          var names = new ArrayList<byte[]>();
          Tree.item(fields, new Random(0))
              .forEach((name, _) -> names.add(name.getBytes(StandardCharsets.UTF_8)));
          assertThat(names).isSortedAccordingTo(Arrays::compareUnsigned);
        });
  }

  @Test
  void the_size_is_what_the_documented_rule_gives() {
    Property.check(
        2000,
        ITEMS,
        fields -> {
          var item = Tree.item(fields, new Random(0));
          assertThat(item.size()).isEqualTo(Tree.size(fields));
          item.forEach((_, value) -> assertThat(value.size()).isEqualTo(Tree.read(value).size()));
        });
  }

  @Test
  void a_copy_of_each_field_is_the_item() {
    Property.check(
        1000,
        ITEMS,
        fields -> {
          var item = Tree.item(fields, new Random(0));
          var copy = new ItemWriter();
          for (var field = item.fields(); field.next(); ) copy.field(field);
          assertThat(copy.finish()).isEqualTo(item);
          var values = new LinkedHashMap<String, Value>();
          item.forEach(values::put);
          assertThat(Item.of(values)).isEqualTo(item);
        });
  }

  @Test
  void with_puts_in_or_replaces() {
    Property.check(
        2000,
        choices ->
            List.of(
                ITEMS.from(choices), Gen.maps(Strings.any(1, 2), Tree.any(2), 1, 1).from(choices)),
        both -> {
          var item = Tree.item(both.get(0), new Random(0));
          var name = both.get(1).keySet().iterator().next();
          var value = Tree.item(both.get(1), new Random(0)).get(name).orElseThrow();
          var expected = new LinkedHashMap<>(both.get(0));
          expected.putAll(both.get(1));
          assertThat(item.with(name, value)).isEqualTo(Tree.item(expected, new Random(0)));
        });
  }

  @Test
  void only_and_without_share_out_the_fields() {
    Property.check(
        2000,
        ITEMS.flatMap(fields -> names(fields).list(0, 8).map(names -> Map.entry(fields, names))),
        both -> {
          var item = Tree.item(both.getKey(), new Random(0));
          var kept = new LinkedHashMap<>(both.getKey());
          kept.keySet().retainAll(both.getValue());
          var rest = new LinkedHashMap<>(both.getKey());
          rest.keySet().removeAll(both.getValue());
          assertThat(item.only(both.getValue())).isEqualTo(Tree.item(kept, new Random(0)));
          assertThat(item.without(both.getValue())).isEqualTo(Tree.item(rest, new Random(0)));
        });
  }

  /** Mostly names that the item has, and some that it does not have, perhaps repeated. */
  private static Gen<String> names(Map<String, Tree> fields) {
    var own = List.copyOf(fields.keySet());
    return own.isEmpty()
        ? Strings.any(1, 6)
        : Gen.frequency(Gen.weighted(4, Gen.of(own)), Gen.weighted(1, Strings.any(1, 6)));
  }

  @Test
  void strings_and_binaries_and_numbers_compare_as_their_contents_do() {
    Property.check(
        3000,
        Strings.any(0, 6).list(2, 2),
        two -> {
          var a = two.get(0).getBytes(StandardCharsets.UTF_8);
          var b = two.get(1).getBytes(StandardCharsets.UTF_8);
          int expected = Integer.signum(Arrays.compareUnsigned(a, b));
          assertThat(order(Value.string(two.get(0)), Value.string(two.get(1)))).isEqualTo(expected);
          assertThat(order(Value.binary(a), Value.binary(b))).isEqualTo(expected);
        });
  }

  private static int order(Value a, Value b) {
    return Integer.signum(a.compareContent(b));
  }

  @Test
  void contains_and_begins_with_agree_with_those_of_strings() {
    var few = Gen.of("a", "b", "å", "😀").list(0, 6).map(list -> String.join("", list));
    Property.check(
        3000,
        few.list(2, 2),
        two -> {
          var text = Value.string(two.get(0));
          var part = Value.string(two.get(1));
          assertThat(text.contentContains(part, false)).isEqualTo(two.get(0).contains(two.get(1)));
          assertThat(text.contentContains(part, true)).isEqualTo(two.get(0).startsWith(two.get(1)));
        });
  }

  @Test
  void a_set_with_a_member_twice_is_refused() {
    assertRefused(
        "One or more parameter values were invalid: Input collection [b, a, b] contains"
            + " duplicates.",
        new ItemWriter().name("s").start(Type.SS).string("b").string("a").string("b"));
    assertRefused(
        "Input collection contains duplicates",
        new ItemWriter().name("n").start(Type.NS).number("1").number("2").number("1.0"));
    assertRefused(
        "One or more parameter values were invalid: Input collection [AQ==, AQ==]of type BS"
            + " contains duplicates.",
        new ItemWriter().name("b").start(Type.BS).binary(new byte[] {1}).binary(new byte[] {1}));
  }

  @Test
  void an_empty_set_is_refused() {
    var about = "One or more parameter values were invalid: ";
    assertRefused(about + "An string set  may not be empty", new ItemWriter().start(Type.SS));
    assertRefused(about + "An number set  may not be empty", new ItemWriter().start(Type.NS));
    assertRefused(about + "Binary sets should not be empty", new ItemWriter().start(Type.BS));
  }

  private static void assertRefused(String message, ItemWriter open) {
    assertThatThrownBy(open::end).isInstanceOf(InvalidValueException.class).hasMessage(message);
  }

  @Test
  void a_name_given_twice_is_refused() {
    var twice = new ItemWriter().name("a").nul().name("b").nul().name("a").bool(true);
    assertThatThrownBy(twice::finish).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void values_nest_to_32_levels_and_no_further() {
    for (var type : List.of(Type.L, Type.M)) {
      assertThat(nested(type, 31).get("v").orElseThrow().levels()).isEqualTo(32);
      assertThatThrownBy(() -> nested(type, 32))
          .isInstanceOf(InvalidValueException.class)
          .hasMessage(
              "Nesting Levels have exceeded supported limits: Attributes in the item have nested"
                  + " levels beyond supported limit");
      var deep = nested(type, 31).get("v").orElseThrow();
      assertThat(Item.of("w", deep).get("w")).hasValue(deep);
      assertThatThrownBy(() -> new ItemWriter().name("w").start(Type.L).value(deep))
          .isInstanceOf(InvalidValueException.class);
    }
  }

  /** Returns a scalar inside this many containers. */
  private static Item nested(Type type, int containers) {
    var writer = new ItemWriter().name("v");
    for (int i = 0; i < containers; i++) {
      writer.start(type);
      if (type == Type.M) writer.name("v");
    }
    writer.nul();
    for (int i = 0; i < containers; i++) writer.end();
    return writer.finish();
  }
}
