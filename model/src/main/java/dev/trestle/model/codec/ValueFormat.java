package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates and reads attribute values in one representation: the SDK's, or the encoded form. Codecs
 * are written once against this, so that the values that are sent and those that are costed are the
 * same.
 *
 * @param <V> the representation of a value
 */
public interface ValueFormat<V> {
  V string(String text);

  V number(String number);

  V number(long number);

  V bool(boolean bool);

  V binary(byte[] bytes);

  V nul();

  V list(List<V> elements);

  V map(Map<String, V> fields);

  V strings(Collection<String> members);

  V numbers(Collection<String> members);

  V binaries(Collection<byte[]> members);

  Type type(V value);

  String asString(V value);

  BigDecimal asNumber(V value);

  long asLong(V value);

  boolean asBool(V value);

  byte[] asBinary(V value);

  List<V> asList(V value);

  Map<String, V> asMap(V value);

  List<String> asStrings(V value);

  List<String> asNumbers(V value);

  List<byte[]> asBinaries(V value);

  /** Converts a value from another representation. */
  default <W> V convert(W value, ValueFormat<W> from) {
    return switch (from.type(value)) {
      case S -> string(from.asString(value));
      case N -> number(from.asNumber(value).toString());
      case B -> binary(from.asBinary(value));
      case BOOL -> bool(from.asBool(value));
      case NULL -> nul();
      case SS -> strings(from.asStrings(value));
      case NS -> numbers(from.asNumbers(value));
      case BS -> binaries(from.asBinaries(value));
      case L -> list(from.asList(value).stream().map(element -> convert(element, from)).toList());
      case M -> {
        var fields = new LinkedHashMap<String, V>();
        from.asMap(value).forEach((name, field) -> fields.put(name, convert(field, from)));
        yield map(fields);
      }
    };
  }
}
