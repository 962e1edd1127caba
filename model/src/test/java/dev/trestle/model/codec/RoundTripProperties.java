package dev.trestle.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoundTripProperties {
  private static final int RUNS = 600;
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final Trees TREES = new Trees();

  private record Case(Type type, Object value) {}

  private static final Gen<Case> CASES =
      choices -> {
        var type = Shapes.types(3).from(choices);
        return new Case(type, Shapes.value(type, choices));
      };

  private static <R> ItemCodec<R> itemCodec(Class<R> type) {
    var shape = RecordShape.of(type, LOOKUP);
    var fields =
        shape.components().stream()
            .map(component ->
                new ItemCodec.Field(
                    component.index(),
                    component.name(),
                    List.of(),
                    Codecs.of(shape, component, LOOKUP),
                    Optional.empty()))
            .toList();
    return ItemCodec.of(shape, List.of(), fields);
  }

  @Test
  void a_value_of_any_storable_type_is_read_as_it_was_written() {
    Property.check(
        RUNS,
        CASES,
        one -> {
          var codec = CodecMaker.cast(Codecs.of(one.type, LOOKUP));
          if (!codec.isAbsent(one.value)) {
            assertThat(codec.read(codec.write(one.value, TREES), TREES)).isEqualTo(one.value);
          } else {
            assertThat(codec.whenMissing()).contains(one.value);
          }
        });
  }

  @Test
  void a_value_is_of_the_type_that_its_codec_says() {
    Property.check(
        RUNS,
        CASES,
        one -> {
          var codec = CodecMaker.cast(Codecs.of(one.type, LOOKUP));
          if (codec.isAbsent(one.value)) return;
          assertThat(codec.write(one.value, TREES).type()).isEqualTo(codec.type());
        });
  }

  @Test
  void both_representations_hold_the_same() {
    Property.check(
        RUNS,
        CASES,
        one -> {
          var codec = CodecMaker.cast(Codecs.of(one.type, LOOKUP));
          var values = EncodedValues.ENCODED;
          var written = codec.write(one.value, values);
          assertThat(codec.read(written, values)).isEqualTo(one.value);
          assertThat(encoded(codec.write(one.value, TREES))).isEqualTo(written);
        });
  }

  @Test
  void records_of_all_sorts_are_items_and_come_back() {
    check(Samples.Numbers.class);
    check(Samples.Singles.class);
    check(Samples.Holder.class);
    check(Samples.Log.class);
    check(Samples.Node.class);
    check(Samples.Pair.class);
  }

  private static <R> void check(Class<R> type) {
    var codec = itemCodec(type);
    Gen<R> records = choices -> type.cast(Shapes.value(type, choices));
    Property.check(
        RUNS / 4,
        records,
        whole -> {
          var written = codec.write(whole, EncodedValues.ENCODED);
          assertThat(codec.read(written, EncodedValues.ENCODED)).isEqualTo(whole);
          var trees = codec.write(whole, TREES);
          assertThat(codec.read(trees, TREES)).isEqualTo(whole);
          assertThat(trees.keySet()).isEqualTo(written.keySet());
          checkSize(written);
        });
  }

  /** The item's size is the sum of its parts', and it survives being stored. */
  private static void checkSize(Map<String, Value> written) {
    var item = EncodedValues.item(written);
    int sum = 0;
    for (var entry : written.entrySet()) {
      sum += entry.getKey().length() + entry.getValue().size();
    }
    assertThat(item.size()).isEqualTo(sum);
    var again = new HashMap<String, Value>();
    Item.ofBytes(item.bytes()).forEach(again::put);
    assertThat(again).isEqualTo(written);
  }

  private static Value encoded(Trees.Tree tree) {
    var values = EncodedValues.ENCODED;
    return switch (tree.type()) {
      case S -> values.string(TREES.asString(tree));
      case N -> values.number(TREES.asNumber(tree).toString());
      case B -> values.binary(TREES.asBinary(tree));
      case BOOL -> values.bool(TREES.asBool(tree));
      case NULL -> values.nul();
      case SS -> values.strings(TREES.asStrings(tree));
      case NS -> values.numbers(TREES.asNumbers(tree));
      case BS -> values.binaries(TREES.asBinaries(tree));
      case L -> values.list(TREES.asList(tree).stream().map(RoundTripProperties::encoded).toList());
      case M -> {
        var fields = new HashMap<String, Value>();
        TREES.asMap(tree).forEach((name, field) -> fields.put(name, encoded(field)));
        yield values.map(fields);
      }
    };
  }
}
