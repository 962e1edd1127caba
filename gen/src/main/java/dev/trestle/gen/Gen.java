package dev.trestle.gen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Generates a value from choices and nothing else: no clock and no other randomness. The simplest
 * alternative comes first.
 */
@FunctionalInterface
public interface Gen<T> {
  T from(Choices choices);

  /** Thrown if the choices lead to no value. The run does not count. */
  final class Rejected extends RuntimeException {
    Rejected() {
      super("no value passes the filter", null, false, false);
    }
  }

  /** An alternative and its weight relative to the others. */
  record Weighted<T>(int weight, Gen<? extends T> gen) {}

  int FILTER_TRIES_MAX = 100;

  default <U> Gen<U> map(Function<? super T, ? extends U> function) {
    return choices -> function.apply(from(choices));
  }

  default <U> Gen<U> flatMap(Function<? super T, ? extends Gen<? extends U>> function) {
    return choices -> function.apply(from(choices)).from(choices);
  }

  default Gen<T> filter(Predicate<? super T> predicate) {
    return choices -> {
      for (int i = 0; i < FILTER_TRIES_MAX; i++) {
        var value = choices.together(() -> from(choices));
        if (predicate.test(value)) return value;
      }
      throw new Rejected();
    };
  }

  default Gen<Optional<T>> optional() {
    return choices -> choices.oneOf(2) == 0 ? Optional.empty() : Optional.of(from(choices));
  }

  default Gen<List<T>> list(int min, int max) {
    return choices -> {
      int planned = choices.length(min, max);
      var list = new ArrayList<T>();
      while (list.size() < min) list.add(choices.together(() -> from(choices)));
      while (list.size() < max
          && choices.together(
              () -> choices.more(list.size() < planned) && list.add(from(choices)))) {}
      return list;
    };
  }

  /** Generates distinct elements. Repeated ones are dropped, so there may be fewer than min. */
  default Gen<List<T>> distinctList(int min, int max) {
    return list(min, max).map(list -> list.stream().distinct().toList());
  }

  static <T> Gen<T> constant(T value) {
    return ignored -> value;
  }

  @SafeVarargs
  static <T> Gen<T> of(T first, T... others) {
    return choices -> {
      int at = choices.oneOf(others.length + 1);
      return at == 0 ? first : others[at - 1];
    };
  }

  static <T> Gen<T> of(List<T> values) {
    return choices -> values.get(choices.oneOf(values.size()));
  }

  static <E extends Enum<E>> Gen<E> of(Class<E> type) {
    return of(Arrays.asList(type.getEnumConstants()));
  }

  @SafeVarargs
  static <T> Gen<T> oneOf(Gen<? extends T>... alternatives) {
    return choices -> alternatives[choices.oneOf(alternatives.length)].from(choices);
  }

  static <T> Weighted<T> weighted(int weight, Gen<? extends T> gen) {
    return new Weighted<>(weight, gen);
  }

  @SafeVarargs
  static <T> Gen<T> frequency(Weighted<? extends T>... alternatives) {
    int sum = 0;
    for (var alternative : alternatives) sum += alternative.weight();
    int total = sum;
    return choices -> {
      int rest = choices.oneOf(total);
      for (var alternative : alternatives) {
        rest -= alternative.weight();
        if (rest < 0) return alternative.gen().from(choices);
      }
      throw new IllegalStateException("weights do not add up");
    };
  }

  static Gen<Boolean> booleans() {
    return of(false, true);
  }

  /** Generates integers. The simplest one is the one closest to 0. */
  static Gen<Integer> ints(int min, int max) {
    return longs(min, max).map(Long::intValue);
  }

  static Gen<Long> longs(long min, long max) {
    if (min > max) throw new IllegalArgumentException("from " + min + " to " + max);
    if (min >= 0) return choices -> min + choices.upTo(max - min);
    if (max <= 0) return choices -> max - choices.upTo(max - min);
    return choices -> choices.oneOf(2) == 0 ? choices.upTo(max) : -1 - choices.upTo(-(min + 1));
  }

  /** Generates maps. If a key occurs twice, the later entry wins. */
  static <K, V> Gen<Map<K, V>> maps(Gen<K> keys, Gen<V> values, int min, int max) {
    Gen<Map.Entry<K, V>> entries = choices -> Map.entry(keys.from(choices), values.from(choices));
    return entries
        .list(min, max)
        .map(list -> {
          var map = new LinkedHashMap<K, V>();
          list.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
          return map;
        });
  }
}
