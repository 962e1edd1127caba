package dev.trestle.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Types that cannot be stored are rejected where they are declared, with the location and an
 * alternative.
 */
class UnstorableTypesTest {
  record Outer(String name, Inner inner) {}

  record Inner(int number, Object thing) {}

  @SuppressWarnings("rawtypes")
  record Bad<T>(
      Object object,
      Runnable face,
      List raw,
      List<?> wildcard,
      List<? extends String> bounded,
      T variable,
      T[] variables,
      String[] array,
      int[] ints,
      List<Optional<String>> optionals,
      Set<Optional<String>> optionalSet,
      Map<String, Optional<String>> optionalMap,
      List<Absent> wrapped,
      Optional<Optional<String>> twice,
      Optional<Set<String>> optionalSetInside,
      Optional<Tags> optionalTags,
      Map<Long, String> numbered,
      Map<Two, String> paired,
      ArrayList<String> arrayList,
      Collection<String> collection,
      Date date,
      ZonedDateTime zoned,
      OptionalInt optionalInt,
      char character,
      Thread thread,
      Typed<String> typed,
      Self self,
      Ring ring,
      Around around,
      Chain chain,
      Mixed mixed,
      Named named,
      Same same) {}

  record Absent(Optional<String> value) {}

  record Tags(Set<String> names) {}

  record Two(int x, int y) {}

  record Typed<T>(T value, int more) {}

  record Self(int x, Self self) {}

  record Ring(int x, Gnir back) {}

  record Gnir(int y, Ring on) {}

  record Around(Around inner) {}

  record Chain(Optional<Chain> next) {}

  sealed interface Mixed {
    record One(int x) implements Mixed {}

    final class Other implements Mixed {}
  }

  sealed interface Named {
    record Kind(String type) implements Named {}
  }

  sealed interface Same {
    record One(int x) implements Same {}

    sealed interface Deeper extends Same {
      record One(int y) implements Deeper {}
    }
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("object", "java.lang.Object cannot be stored", "record"),
        Arguments.of("face", "Runnable cannot be stored", "sealed interface"),
        Arguments.of("raw", "java.util.List cannot be stored", "List<…>"),
        Arguments.of("wildcard", "? cannot be stored", "name the type"),
        Arguments.of("bounded", "? extends java.lang.String cannot be stored", "name the type"),
        Arguments.of("variable", "T cannot be stored", "name the type"),
        Arguments.of("variables", "T[] cannot be stored", "List"),
        Arguments.of("array", "java.lang.String[] cannot be stored", "byte[]"),
        Arguments.of("ints", "int[] cannot be stored", "byte[]"),
        Arguments.of("optionals", "in a list, where nothing can be left out", "record"),
        Arguments.of("optionalSet", "in a set, where nothing can be left out", "record"),
        Arguments.of("optionalMap", "in a map, where nothing can be left out", "record"),
        Arguments.of("wrapped", "in a list, where nothing can be left out", "record"),
        Arguments.of("twice", "two ways to be absent", "leave out the Optional"),
        Arguments.of("optionalSetInside", "two ways to be absent", "leave out the Optional"),
        Arguments.of("optionalTags", "two ways to be absent", "leave out the Optional"),
        Arguments.of("numbered", "a map with keys of java.lang.Long", "String"),
        Arguments.of("paired", "a map with keys of", "String"),
        Arguments.of("arrayList", "cannot be stored", "a List or a Set"),
        Arguments.of("collection", "cannot be stored", "a List or a Set"),
        Arguments.of("date", "java.util.Date cannot be stored", "Instant"),
        Arguments.of("zoned", "ZonedDateTime cannot be stored", "ZoneId"),
        Arguments.of("optionalInt", "OptionalInt cannot be stored", "Optional<Integer>"),
        Arguments.of("character", "char cannot be stored", "String"),
        Arguments.of("thread", "Thread cannot be stored", "record"),
        Arguments.of("typed", "cannot be stored", "without type parameters"),
        Arguments.of("self", "contains itself without end", "Optional"),
        Arguments.of("ring", "contains itself without end", "Optional"),
        Arguments.of("around", "contains itself without end", "Optional"),
        Arguments.of("chain", "contains itself without end", "Optional"),
        Arguments.of("mixed", "permits Other, which is not a record", "make it one"),
        Arguments.of("named", "Kind has a component 'type'", "Codecs.sealed"),
        Arguments.of("same", "have one simple name", "rename one"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void a_type_that_cannot_be_stored_is_refused(String component, String what, String remedy) {
    var shape = RecordShape.of(Bad.class, MethodHandles.lookup());
    assertThatThrownBy(() -> Codecs.of(shape, shape.component(component), MethodHandles.lookup()))
        .isInstanceOf(UnstorableTypeException.class)
        .hasMessageStartingWith("Bad." + component)
        .hasMessageContaining(what)
        .message()
        .satisfies(text -> assertThat(text.substring(text.indexOf("; "))).contains(remedy));
  }

  @Test
  void every_bad_component_is_tried() {
    var names = Arrays.stream(Bad.class.getRecordComponents()).map(c -> c.getName()).toList();
    assertThat(refusals().map(each -> each.get()[0])).isEqualTo(names);
  }

  @Test
  void a_refusal_names_the_way_to_an_inner_record() {
    assertThatThrownBy(() -> Codecs.of(Outer.class, MethodHandles.lookup()))
        .hasMessageStartingWith("Outer.inner > Inner.thing: java.lang.Object");
  }

  @Test
  void the_remedy_for_a_component_named_as_the_discriminator_works() {
    var codec = Codecs.sealed(Named.class, "kind", MethodHandles.lookup());
    var value = new Named.Kind("x");
    var written = codec.write(value, EncodedValues.ENCODED);
    assertThat(written).hasToString("{\"M\":{\"kind\":{\"S\":\"Kind\"},\"type\":{\"S\":\"x\"}}}");
    assertThat(codec.read(written, EncodedValues.ENCODED)).isEqualTo(value);
  }

  @Test
  void an_instant_codec_for_time_to_live_writes_whole_seconds() {
    var written =
        Codecs.EPOCH_SECONDS.write(Instant.parse("2026-02-13T10:30:45.9Z"), EncodedValues.ENCODED);
    assertThat(written.numberText()).isEqualTo("1770978645");
    assertThat(Codecs.EPOCH_SECONDS.read(written, EncodedValues.ENCODED))
        .isEqualTo(Instant.ofEpochSecond(1770978645));
  }
}
