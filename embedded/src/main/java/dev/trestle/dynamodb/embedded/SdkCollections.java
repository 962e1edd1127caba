package dev.trestle.dynamodb.embedded;

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
 */
final class SdkCollections {
  private SdkCollections() {}

  static <V> @Nullable Map<String, V> map(Map<String, V> map) {
    return map instanceof SdkAutoConstructMap ? null : map;
  }

  static <E> @Nullable List<E> list(List<E> list) {
    return list instanceof SdkAutoConstructList ? null : list;
  }

  static <A, B> @Nullable Map<String, B> each(Map<String, A> map, Function<A, B> change) {
    if (map instanceof SdkAutoConstructMap) return null;
    var changed = new LinkedHashMap<String, B>();
    map.forEach((name, value) -> changed.put(name, change.apply(value)));
    return changed;
  }

  static <A, B> @Nullable List<B> each(List<A> list, Function<A, B> change) {
    if (list instanceof SdkAutoConstructList) return null;
    var changed = new ArrayList<B>(list.size());
    for (var element : list) changed.add(change.apply(element));
    return changed;
  }
}
