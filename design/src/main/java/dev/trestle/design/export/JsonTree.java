package dev.trestle.design.export;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JSON document. Fields keep their order. */
public sealed interface JsonTree {
  record Text(String value) implements JsonTree {}

  record Numeral(BigDecimal value) implements JsonTree {}

  record Truth(boolean value) implements JsonTree {}

  record Nothing() implements JsonTree {}

  record Array(List<JsonTree> elements) implements JsonTree {
    public Array {
      elements = List.copyOf(elements);
    }
  }

  /** An object. */
  record Fields(Map<String, JsonTree> fields) implements JsonTree {
    public Fields {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public Optional<JsonTree> field(String name) {
      return Optional.ofNullable(fields.get(name));
    }
  }

  static Draft object() {
    return new Draft();
  }

  static JsonTree of(String text) {
    return new Text(text);
  }

  static JsonTree of(long number) {
    return new Numeral(BigDecimal.valueOf(number));
  }

  /** Integers are written without a fraction. Any other number reads back as the same double. */
  static JsonTree of(double number) {
    boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
    return new Numeral(whole ? BigDecimal.valueOf(Math.round(number)) : BigDecimal.valueOf(number));
  }

  static JsonTree of(boolean truth) {
    return new Truth(truth);
  }

  static JsonTree array(Collection<? extends JsonTree> elements) {
    return new Array(List.copyOf(elements));
  }

  static JsonTree texts(Collection<String> texts) {
    return new Array(texts.stream().<JsonTree>map(Text::new).toList());
  }

  /** Returns the indented text, with a newline at the end. */
  default String print() {
    return JsonText.print(this);
  }

  /** Parses a text that contains nothing but this document. */
  static JsonTree parse(String text) {
    return JsonText.parse(text);
  }

  /** Builds an object. */
  final class Draft {
    private final Map<String, JsonTree> fields = new LinkedHashMap<>();

    private Draft() {}

    public Draft put(String name, JsonTree value) {
      fields.put(name, value);
      return this;
    }

    public Draft put(String name, Draft value) {
      return put(name, value.done());
    }

    public Draft put(String name, String value) {
      return put(name, of(value));
    }

    public Draft put(String name, long value) {
      return put(name, of(value));
    }

    public Draft put(String name, double value) {
      return put(name, of(value));
    }

    public Draft put(String name, boolean value) {
      return put(name, of(value));
    }

    public Draft putAll(Draft more) {
      fields.putAll(more.fields);
      return this;
    }

    public JsonTree done() {
      return new Fields(fields);
    }
  }
}
