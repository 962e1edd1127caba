package dev.trestle.dynamodb.embedded;

import dev.trestle.dynamodb.json.SerializationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;

/**
 * Returns null for lists and maps that a request does not have. The SDK shows them as empty
 * collections of a special class; DynamoDB distinguishes absent from empty.
 *
 * <p>Nulls inside are what they are over HTTP: the SDK does not send an entry of a map without a
 * value, and sends null for an element of a list, which DynamoDB rejects.
 */
final class SdkCollections {
  private SdkCollections() {}

  static <V> @Nullable Map<String, V> map(Map<String, V> map) {
    if (map instanceof SdkAutoConstructMap) return null;
    return map.containsValue(null) ? each(map, value -> value) : map;
  }

  static <E> @Nullable List<E> list(List<E> list) {
    if (list instanceof SdkAutoConstructList) return null;
    for (var element : list) present(element);
    return list;
  }

  static <A, B> @Nullable Map<String, B> each(Map<String, A> map, Function<A, B> change) {
    if (map instanceof SdkAutoConstructMap) return null;
    var changed = new LinkedHashMap<String, B>();
    map.forEach((name, value) -> {
      if (value != null) changed.put(name, change.apply(value));
    });
    return changed;
  }

  static <A, B> @Nullable List<B> each(List<A> list, Function<A, B> change) {
    if (list instanceof SdkAutoConstructList) return null;
    var changed = new ArrayList<B>(list.size());
    for (var element : list) changed.add(change.apply(present(element)));
    return changed;
  }

  /** Rejects an element of a list that is null. */
  static <E> E present(@Nullable E element) {
    if (element == null) throw new SerializationException("Unexpected value type in payload");
    return element;
  }
}
