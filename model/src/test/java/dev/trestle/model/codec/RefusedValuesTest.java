package dev.trestle.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that cannot be written, and stored values that do not fit the type. */
class RefusedValuesTest {
  private static final EncodedValues VALUES = EncodedValues.ENCODED;

  private static Codec<Object> codec(Class<?> type) {
    return CodecMaker.cast(Codecs.of(type, MethodHandles.lookup()));
  }

  private static void refusesToWrite(Object value, String why) {
    assertThatThrownBy(() -> codec(value.getClass()).write(value, VALUES))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining(why);
  }

  private static void refusesToRead(Class<?> type, Value stored, String why) {
    assertThatThrownBy(() -> codec(type).read(stored, VALUES))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("secret");
  }

  @Test
  void numbers_without_a_decimal_form_are_not_written() {
    refusesToWrite(Double.NaN, "neither NaN nor infinity");
    refusesToWrite(Double.POSITIVE_INFINITY, "neither NaN nor infinity");
    refusesToWrite(Float.NEGATIVE_INFINITY, "neither NaN nor infinity");
  }

  @Test
  void numbers_beyond_what_DynamoDB_keeps_are_not_written() {
    refusesToWrite(1e126, "range");
    refusesToWrite(Double.MIN_VALUE, "range");
    refusesToWrite(BigInteger.TEN.pow(38).add(BigInteger.ONE), "39 digits");
    refusesToWrite(new BigDecimal("1E-131"), "range");
    assertThat(codec(BigInteger.class).write(BigInteger.TEN.pow(125), VALUES).number())
        .isEqualByComparingTo("1E125");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\uD800", "a\uDC00", "\uD83D\uD83D", "\uD83Dx", "\uDE00\uD83D", "\uDC00\uDC00"})
  void half_a_surrogate_pair_is_not_written(String text) {
    refusesToWrite(text, "surrogate");
    refusesToWrite(new Samples.ChatId(text), "surrogate");
  }

  @Test
  @SuppressWarnings({"NullAway", "NullOptional"})
  void null_is_not_written_and_its_place_is_named() {
    refusesToWrite(new Samples.Pair(1, null), "Pair.y: null; an absent value is an empty Optional");
    refusesToWrite(new Samples.ChatId(null), "null");
  }

  @Test
  void an_empty_key_of_a_map_is_not_written() {
    var holder = new Samples.Log(List.of(), Optional.empty(), Map.of("", new Samples.Event.Left()));
    refusesToWrite(holder, "Log.named: an empty key of a map");
  }

  @Test
  void a_tree_as_deep_as_DynamoDB_admits_is_written_and_a_deeper_one_is_not() {
    // Each node is a map, and the list of its children lies between it and them.
    var node = new Samples.Node("leaf", List.of(), Optional.empty());
    for (int i = 0; i < 15; i++) node = new Samples.Node("n", List.of(node), Optional.empty());
    var written = codec(Samples.Node.class).write(node, VALUES);
    assertThat(Item.of("tree", written).get("tree")).contains(written);
    refusesToWrite(
        new Samples.Node("n", List.of(node), Optional.empty()), "nested deeper than 32 levels");
  }

  @Test
  void the_last_level_that_DynamoDB_admits_is_written_and_the_next_is_not() {
    Samples.Term term = new Samples.Term.Literal(true);
    for (int i = 0; i < 30; i++) term = new Samples.Term.Not(term);
    var written = codec(Samples.Term.class).write(term, VALUES);
    assertThat(Item.of("tree", written).get("tree")).contains(written);
    var deeper = new Samples.Term.Not(term);
    assertThatThrownBy(() -> codec(Samples.Term.class).write(deeper, VALUES))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("nested deeper than 32 levels");
  }

  @Test
  void a_tree_without_end_is_refused_before_the_stack_ends() {
    Samples.Term term = new Samples.Term.Literal(true);
    for (int i = 0; i < 100_000; i++) term = new Samples.Term.Not(term);
    var deep = term;
    assertThatThrownBy(() -> codec(Samples.Term.class).write(deep, VALUES))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("nested deeper than 32 levels");
  }

  @Test
  void a_value_of_another_type_is_not_read() {
    refusesToRead(String.class, Value.number(1), "found N, expected S");
    refusesToRead(long.class, Value.string("secret"), "found S, expected N");
    refusesToRead(boolean.class, Value.number(1), "found N, expected BOOL");
    refusesToRead(byte[].class, Value.string("secret"), "found S, expected B");
    refusesToRead(Samples.Pair.class, Value.nul(), "found NULL, expected M");
    refusesToRead(Samples.Event.class, Value.string("secret"), "found S, expected M");
    refusesToRead(
        Samples.Tags.class,
        Value.container(Type.NS, List.of(Value.number(1))),
        "found NS, expected SS");
  }

  @Test
  void a_number_outside_the_component_is_not_read() {
    refusesToRead(int.class, Value.number(1L << 31), "a number that is not a valid int");
    refusesToRead(short.class, Value.number(1 << 15), "a number that is not a valid short");
    refusesToRead(byte.class, Value.number(128), "a number that is not a valid byte");
    refusesToRead(long.class, Value.number("0.5"), "a number that is not a valid long");
    refusesToRead(long.class, Value.number("1E30"), "a number that is not a valid long");
    refusesToRead(
        BigInteger.class, Value.number("0.5"), "a number that is not a valid whole number");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secret",
        "",
        "2026-02-13",
        "2026-02-13T10:30:45",
        "2026-02-30T10:30:45Z",
        "2026-13-01T10:30:45Z",
        "2026-02-13T10:60:45Z",
        "2026-02-13T24:30:00Z",
        "2026-02-13T10:30:45.1234567890Z",
        "2026-02-13 10:30:45Z"
      })
  void a_text_that_is_no_instant_is_not_read(String text) {
    refusesToRead(
        java.time.Instant.class, Value.string(text), "a text that is not a valid instant");
  }

  @Test
  void an_unknown_constant_is_refused_with_the_known_ones() {
    refusesToRead(
        Samples.Colour.class,
        Value.string("secret"),
        "found a name that is none of Colour's: BLUE, GREEN, RED");
  }

  @Test
  void an_unknown_record_of_a_sealed_interface_is_refused_with_the_known_ones() {
    var names = "Cleared, Joined, Left, Renamed, Said";
    refusesToRead(
        Samples.Event.class,
        VALUES.map(Map.of("type", Value.string("secret"))),
        "found a 'type' that is none of " + names);
    refusesToRead(
        Samples.Event.class, VALUES.map(Map.of()), "a map without 'type', which tells " + names);
  }

  @Test
  void what_is_missing_is_named_with_its_record() {
    refusesToRead(Samples.Pair.class, VALUES.map(Map.of()), "Pair.x: found no attribute 'x'");
  }

  @Test
  void a_fault_deep_in_a_record_is_named_with_the_way_there() {
    var log = codec(Samples.Log.class);
    var event = Map.of("type", Value.string("Said"), "text", Value.number(1));
    var stored = VALUES.map(Map.of("events", VALUES.list(List.of(VALUES.map(event)))));
    assertThatThrownBy(() -> log.read(stored, VALUES))
        .hasMessage("Log.events > Said.text: found N, expected S")
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.type(CodecException.class))
        .extracting(CodecException::places)
        .asString()
        .isEqualTo("[Log.events, Said.text]");
  }

  record Even(int number) {
    Even {
      if (number % 2 != 0) throw new IllegalArgumentException("secret " + number);
    }
  }

  record Picky(Even even, String more) {}

  @Test
  void a_value_that_the_record_refuses_is_refused_without_its_text() {
    var stored = new HashMap<String, Value>();
    stored.put("even", Value.number(3));
    stored.put("more", Value.string("secret"));
    refusesToRead(
        Picky.class,
        VALUES.map(stored),
        "Picky.even: Even does not take what was found (IllegalArgumentException)");
  }

  @Test
  void a_NULL_that_another_program_wrote_is_an_absent_value() {
    var stored = VALUES.map(Map.of("x", Value.number(1), "y", Value.nul()));
    assertThat(codec(Samples.Pair.class).read(stored, VALUES))
        .isEqualTo(new Samples.Pair(1, Optional.empty()));
  }
}
