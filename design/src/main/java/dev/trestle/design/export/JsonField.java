package dev.trestle.design.export;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A position in a document that is being read. Errors are reported with its path. */
record JsonField(String path, JsonTree json) {
  static JsonField root(JsonTree json) {
    return new JsonField("", json);
  }

  JsonField at(String name) {
    return find(name).orElseThrow(() -> wrong("lacks " + name));
  }

  /** Returns a field that may be missing or null. */
  Optional<JsonField> find(String name) {
    if (!(json instanceof JsonTree.Fields object)) throw wrong("is not an object");
    var inside = path.isEmpty() ? name : path + "." + name;
    return object
        .field(name)
        .filter(value -> !(value instanceof JsonTree.Nothing))
        .map(value -> new JsonField(inside, value));
  }

  List<JsonField> list() {
    if (!(json instanceof JsonTree.Array(var elements))) throw wrong("is not an array");
    var list = new ArrayList<JsonField>();
    for (int i = 0; i < elements.size(); i++) {
      list.add(new JsonField(path + "[" + i + "]", elements.get(i)));
    }
    return list;
  }

  List<JsonField> list(String name) {
    return find(name).map(JsonField::list).orElse(List.of());
  }

  List<String> texts(String name) {
    return list(name).stream().map(JsonField::text).toList();
  }

  Map<String, JsonTree> fields() {
    if (!(json instanceof JsonTree.Fields(var fields))) throw wrong("is not an object");
    return fields;
  }

  String text() {
    if (!(json instanceof JsonTree.Text(var value))) throw wrong("is not a text");
    return value;
  }

  String text(String name) {
    return at(name).text();
  }

  Optional<String> findText(String name) {
    return find(name).map(JsonField::text);
  }

  BigDecimal number() {
    if (!(json instanceof JsonTree.Numeral(var value))) throw wrong("is not a number");
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
    if (!(json instanceof JsonTree.Truth(boolean value))) throw wrong("is neither true nor false");
    return value;
  }

  boolean truth(String name) {
    return at(name).truth();
  }

  /** Reads an enum constant, written as by {@link #word}. */
  <E extends Enum<E>> E constant(Class<E> type) {
    for (var constant : type.getEnumConstants()) {
      if (word(constant).equals(text())) return constant;
    }
    var words = Arrays.stream(type.getEnumConstants()).map(JsonField::word).toList();
    throw wrong("is none of " + words);
  }

  /** Calls a constructor with the value here. Reports its exception with the path. */
  <T> T made(java.util.function.Supplier<T> making) {
    try {
      return making.get();
    } catch (UnreadableFileException e) {
      throw e;
    } catch (IllegalArgumentException | ArithmeticException | java.time.DateTimeException e) {
      throw wrong("cannot be: " + e.getMessage());
    }
  }

  <T> T made(Function<JsonField, T> making) {
    return made(() -> making.apply(this));
  }

  UnreadableFileException wrong(String what) {
    return new UnreadableFileException((path.isEmpty() ? "the file" : path) + " " + what);
  }

  /** Converts {@code ON_DEMAND} to {@code onDemand}. */
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
