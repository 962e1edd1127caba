package dev.trestle.engine.expression;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Generates plain items and placeholder values from few values, so that they are often equal. */
final class RandomItems {
  private static final List<Object> SCALARS =
      List.of(
          BigDecimal.ZERO,
          BigDecimal.ONE,
          new BigDecimal("2"),
          new BigDecimal("-1.5"),
          new BigDecimal("3"),
          new BigDecimal("12345678901234567891"),
          "",
          "a",
          "ab",
          "bé𝄞",
          "\uFFFD",
          "N",
          Plain.bytes(),
          Plain.bytes(1),
          Plain.bytes(1, 0xFF),
          true,
          false,
          Plain.NULL);
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "Name_1");

  private RandomItems() {}

  static Gen<Map<String, Object>> items() {
    return choices -> map(choices, 3);
  }

  /** Generates a value for each of {@code :v0} to {@code :v11}. */
  static Gen<Map<String, Object>> values() {
    return choices -> {
      var values = new LinkedHashMap<String, Object>();
      for (int i = 0; i < 12; i++) values.put(":v" + i, value(choices, 1));
      return values;
    };
  }

  private static Map<String, Object> map(Choices choices, int depth) {
    var map = new LinkedHashMap<String, Object>();
    for (var name : NAMES) {
      if (choices.oneOf(4) != 0) map.put(name, value(choices, depth));
    }
    return map;
  }

  private static Object value(Choices choices, int depth) {
    return switch (choices.oneOf(depth == 0 ? 6 : 9)) {
      case 0, 1, 2, 3 -> SCALARS.get(choices.oneOf(SCALARS.size()));
      case 4, 5 -> set(choices);
      case 6 -> map(choices, depth - 1);
      default -> {
        var list = new ArrayList<>();
        while (list.size() < 4 && choices.oneOf(3) != 0) list.add(value(choices, depth - 1));
        yield list;
      }
    };
  }

  private static Object set(Choices choices) {
    int from = List.of(0, 6, 12).get(choices.oneOf(3));
    int count = from == 12 ? 3 : 6;
    var set = new LinkedHashSet<>();
    do {
      set.add(SCALARS.get(from + choices.oneOf(count)));
    } while (choices.oneOf(2) == 1);
    return set;
  }
}
