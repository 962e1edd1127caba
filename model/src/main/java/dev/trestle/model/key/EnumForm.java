package dev.trestle.model.key;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A fixed set of values with codes. */
final class EnumForm<E> extends TextForm<E> {
  private final Class<E> type;
  private final Map<E, String> codes;
  private final Map<String, E> values = new HashMap<>();
  private final List<String> inOrder = new ArrayList<>();
  private final boolean ordered;

  EnumForm(Class<E> type, Map<E, String> none, List<E> constants, Function<E, String> code) {
    this.type = type;
    codes = none;
    boolean ascending = true;
    for (E value : constants) {
      var text = code.apply(value);
      checkAgainstOthers(text);
      if (!inOrder.isEmpty()) ascending &= Utf8Order.compare(inOrder.getLast(), text) < 0;
      codes.put(value, text);
      values.put(text, value);
      inOrder.add(text);
    }
    if (codes.isEmpty()) throw new IllegalArgumentException(type.getName() + " has no constants");
    ordered = ascending;
  }

  /** The constants of an enum. */
  static <E extends Enum<E>> EnumForm<E> of(Class<E> type, Function<E, String> code) {
    return new EnumForm<>(type, new EnumMap<>(type), List.of(type.getEnumConstants()), code);
  }

  /** The codes themselves, in the order of their values. */
  static EnumForm<String> of(List<String> codes) {
    return new EnumForm<>(String.class, new HashMap<>(), codes, code -> code);
  }

  private void checkAgainstOthers(String text) {
    if (text.isEmpty() || !text.codePoints().allMatch(Alphabet.UNICODE::has)) {
      throw new IllegalArgumentException(
          "%s cannot be a code".formatted(RefusedValueException.shown(text)));
    }
    for (var other : inOrder) {
      if (text.startsWith(other) || other.startsWith(text)) {
        throw new IllegalArgumentException(
            "of the codes '%s' and '%s' one begins the other".formatted(other, text));
      }
    }
  }

  @Override
  Language shape() {
    return new Language.Codes(List.copyOf(inOrder));
  }

  @Override
  Class<E> type() {
    return type;
  }

  @Override
  PartForm data() {
    return new PartForm.Codes(inOrder);
  }

  @Override
  boolean ordered() {
    return ordered;
  }

  @Override
  void append(StringBuilder out, E value, String part) {
    var code = codes.get(value);
    if (code == null) {
      throw new RefusedValueException(part, "is none of the codes " + inOrder);
    }
    out.append(code);
  }

  @Override
  E parse(String text, int from, int to, String part) {
    var value = values.get(text.substring(from, to));
    if (value == null) throw refused(part, "is none of the codes " + inOrder);
    return value;
  }

  @Override
  int end(String text, int from) {
    for (var code : inOrder) {
      if (text.startsWith(code, from)) return from + code.length();
    }
    return from;
  }
}
