package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Makes and reads attribute values of one representation: the SDK's, or encoded ones. Codecs are
 * written once against this, so that what is sent and what is costed is the same.
 *
 * @param <V> the representation of a value
 */
public interface Values<V> {
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
}
