package dev.trestle.conformance.random;

import dev.trestle.gen.Binaries;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Numbers;
import dev.trestle.gen.Strings;
import dev.trestle.testing.reference.DocumentPath;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.TableShape;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Generators of keys and items. Besides its key, an item has some of: {@code a} of any type, {@code
 * n} a small number, {@code l} a list, {@code m} a map, {@code s} a set, {@code f} a long text.
 */
final class Contents {
  static final List<String> NAMES = List.of("a", "n", "l", "m", "s", "f");

  static final Gen<AttributeValue> SMALL_NUMBERS = Gen.ints(-3, 9).map(ReferenceValues::number);
  static final Gen<AttributeValue> WORDS = Gen.of("x", "y", "xy", "").map(ReferenceValues::text);
  static final Gen<AttributeValue> SETS =
      Gen.of("p", "q", "r", "t")
          .list(1, 4)
          .map(list -> AttributeValue.fromSs(list.stream().distinct().toList()));
  private static final Gen<AttributeValue> NUMBER_SETS =
      Gen.ints(-2, 4)
          .list(1, 4)
          .map(list ->
              AttributeValue.fromNs(list.stream().distinct().map(String::valueOf).toList()));

  /** Strings, numbers and binaries, which have an order. */
  static final Gen<AttributeValue> ORDERED =
      Gen.frequency(
          Gen.weighted(4, SMALL_NUMBERS),
          Gen.weighted(4, WORDS),
          Gen.weighted(1, Strings.any(0, 5).map(ReferenceValues::text)),
          Gen.weighted(1, Numbers.texts().map(ReferenceValues::number)),
          Gen.weighted(
              1, Binaries.any(0, 3).map(SdkBytes::fromByteArray).map(AttributeValue::fromB)));

  static final Gen<AttributeValue> ANY =
      Gen.frequency(
          Gen.weighted(8, ORDERED),
          Gen.weighted(1, Gen.booleans().map(AttributeValue::fromBool)),
          Gen.weighted(1, Gen.constant(AttributeValue.fromNul(true))),
          Gen.weighted(1, SETS),
          Gen.weighted(1, NUMBER_SETS),
          Gen.weighted(1, ORDERED.list(0, 3).map(AttributeValue::fromL)),
          Gen.weighted(1, Gen.maps(Gen.of("x", "y"), ORDERED, 0, 2).map(AttributeValue::fromM)));

  static final Gen<AttributeValue> LISTS = ANY.list(0, 4).map(AttributeValue::fromL);
  static final Gen<AttributeValue> MAPS =
      Gen.maps(Gen.of("x", "y", "z.z"), ANY, 0, 3).map(AttributeValue::fromM);

  /** Paths, most of which exist in some items. */
  static final Gen<DocumentPath> PATHS =
      Gen.oneOf(
          Gen.of(NAMES).map(DocumentPath::of),
          Gen.ints(0, 4).map(at -> DocumentPath.of("l").index(at)),
          Gen.of("x", "y", "z.z").map(field -> DocumentPath.of("m").field(field)),
          Gen.constant(DocumentPath.of("m").field("x").field("y")),
          Gen.constant(DocumentPath.of("l").index(0).field("x")));

  private Contents() {}

  static Gen<Map<String, AttributeValue>> keys(TableShape shape) {
    return choices -> {
      var key = new TreeMap<String, AttributeValue>();
      for (var attribute : shape.key()) {
        key.put(attribute.name(), Shapes.values(attribute).from(choices));
      }
      return key;
    };
  }

  /**
   * Generates items of a table.
   *
   * @param wellTyped whether index keys always have the right type
   */
  static Gen<Map<String, AttributeValue>> items(TableShape shape, boolean wellTyped) {
    return choices -> {
      var item = new TreeMap<>(keys(shape).from(choices));
      for (var attribute : shape.keyAttributes()) {
        if (item.containsKey(attribute.name()) || choices.oneOf(4) == 0) continue;
        boolean wrong = !wellTyped && choices.oneOf(60) == 59;
        item.put(attribute.name(), (wrong ? ANY : Shapes.values(attribute)).from(choices));
      }
      for (var name : NAMES) {
        if (choices.oneOf(2) == 1) item.put(name, values(name).from(choices));
      }
      return item;
    };
  }

  /** Generates values of a non-key attribute. */
  static Gen<AttributeValue> values(String name) {
    return switch (name) {
      case "n" -> SMALL_NUMBERS;
      case "l" -> LISTS;
      case "m" -> MAPS;
      case "s" -> SETS;
      case "f" -> Gen.ints(1, 6000).map(length -> ReferenceValues.text("f".repeat(length)));
      default -> ANY;
    };
  }
}
