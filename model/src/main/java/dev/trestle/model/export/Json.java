package dev.trestle.model.export;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JSON document; fields keep their order. */
public sealed interface Json {
  record Text(String value) implements Json {}

  record Numeral(BigDecimal value) implements Json {}

  record Truth(boolean value) implements Json {}

  record Nothing() implements Json {}

  record Array(List<Json> elements) implements Json {
    public Array {
      elements = List.copyOf(elements);
    }
  }

  /** An object. */
  record Fields(Map<String, Json> fields) implements Json {
    public Fields {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public Optional<Json> field(String name) {
      return Optional.ofNullable(fields.get(name));
    }
  }

  static Draft object() {
    return new Draft();
  }

  static Json of(String text) {
    return new Text(text);
  }

  static Json of(long number) {
    return new Numeral(BigDecimal.valueOf(number));
  }

  /** Whole numbers are written without a fraction; any other reads back as the same double. */
  static Json of(double number) {
    boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
    return new Numeral(whole ? BigDecimal.valueOf(Math.round(number)) : BigDecimal.valueOf(number));
  }

  static Json of(boolean truth) {
    return new Truth(truth);
  }

  static Json array(Collection<? extends Json> elements) {
    return new Array(List.copyOf(elements));
  }

  static Json texts(Collection<String> texts) {
    return new Array(texts.stream().<Json>map(Text::new).toList());
  }

  /** As text, indented, with a line's end after it. */
  default String print() {
    return JsonText.print(this);
  }

  /** The document of a text, which must hold nothing else. */
  static Json parse(String text) {
    return JsonText.parse(text);
  }

  /** An object in the making. */
  final class Draft {
    private final Map<String, Json> fields = new LinkedHashMap<>();

    private Draft() {}

    public Draft put(String name, Json value) {
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

    public Json done() {
      return new Fields(fields);
    }
  }
}
