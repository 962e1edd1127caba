package dev.trestle.model.export;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A place in a document that is being read: what is wrong there is told with its path. */
record JsonAt(String path, Json json) {
  static JsonAt root(Json json) {
    return new JsonAt("", json);
  }

  JsonAt at(String name) {
    return find(name).orElseThrow(() -> wrong("lacks " + name));
  }

  /** A field that may be missing or null. */
  Optional<JsonAt> find(String name) {
    if (!(json instanceof Json.Fields object)) throw wrong("is not an object");
    var inside = path.isEmpty() ? name : path + "." + name;
    return object
        .field(name)
        .filter(value -> !(value instanceof Json.Nothing))
        .map(value -> new JsonAt(inside, value));
  }

  List<JsonAt> list() {
    if (!(json instanceof Json.Array(var elements))) throw wrong("is not an array");
    var list = new ArrayList<JsonAt>();
    for (int i = 0; i < elements.size(); i++) {
      list.add(new JsonAt(path + "[" + i + "]", elements.get(i)));
    }
    return list;
  }

  List<JsonAt> list(String name) {
    return find(name).map(JsonAt::list).orElse(List.of());
  }

  List<String> texts(String name) {
    return list(name).stream().map(JsonAt::text).toList();
  }

  Map<String, Json> fields() {
    if (!(json instanceof Json.Fields(var fields))) throw wrong("is not an object");
    return fields;
  }

  String text() {
    if (!(json instanceof Json.Text(var value))) throw wrong("is not a text");
    return value;
  }

  String text(String name) {
    return at(name).text();
  }

  Optional<String> findText(String name) {
    return find(name).map(JsonAt::text);
  }

  BigDecimal number() {
    if (!(json instanceof Json.Numeral(var value))) throw wrong("is not a number");
    return value;
  }

  long whole() {
    return made(() -> number().longValueExact());
  }

  long whole(String name) {
    return at(name).whole();
  }

  int small(String name) {
    var at = at(name);
    return at.made(() -> at.number().intValueExact());
  }

  double decimal(String name) {
    return at(name).number().doubleValue();
  }

  boolean truth() {
    if (!(json instanceof Json.Truth(boolean value))) throw wrong("is neither true nor false");
    return value;
  }

  boolean truth(String name) {
    return at(name).truth();
  }

  /** One of an enum's constants, written as {@link #word} does. */
  <E extends Enum<E>> E constant(Class<E> type) {
    for (var constant : type.getEnumConstants()) {
      if (word(constant).equals(text())) return constant;
    }
    var words = Arrays.stream(type.getEnumConstants()).map(JsonAt::word).toList();
    throw wrong("is none of " + words);
  }

  /** What a constructor makes of what stands here; its refusal is told with the place. */
  <T> T made(java.util.function.Supplier<T> making) {
    try {
      return making.get();
    } catch (UnreadableFileException e) {
      throw e;
    } catch (IllegalArgumentException | ArithmeticException | java.time.DateTimeException e) {
      throw wrong("cannot be: " + e.getMessage());
    }
  }

  <T> T made(Function<JsonAt, T> making) {
    return made(() -> making.apply(this));
  }

  UnreadableFileException wrong(String what) {
    return new UnreadableFileException((path.isEmpty() ? "the file" : path) + " " + what);
  }

  /** {@code ON_DEMAND} is {@code onDemand}. */
  static String word(Enum<?> constant) {
    var word = new StringBuilder();
    for (var piece : constant.name().split("_", -1)) {
      var lower = piece.toLowerCase(Locale.ROOT);
      if (word.isEmpty() || lower.isEmpty()) word.append(lower);
      else word.append(Character.toUpperCase(lower.charAt(0))).append(lower.substring(1));
    }
    return word.toString();
  }
}
