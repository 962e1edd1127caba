package dev.trestle.messenger.history;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Of sequences that were known at certain moments, the highest that was known before another. */
final class Highest {
  record Known(Moment at, long sequence, String how) {}

  /** For each process, the highest up to each moment, by its own clock and by the wall's. */
  private final Map<String, NavigableMap<Long, Known>> byNanos = new HashMap<>();

  private final Map<String, NavigableMap<Long, Known>> byWall = new HashMap<>();

  Highest(List<Known> known) {
    known.stream()
        .sorted(Comparator.comparingLong(k -> k.at().nanos()))
        .forEach(k -> add(byNanos, k.at().nanos(), k));
    known.stream()
        .sorted(Comparator.comparingLong(k -> k.at().wallMicros()))
        .forEach(k -> add(byWall, k.at().wallMicros(), k));
  }

  /** Of all that anybody was given. */
  static Highest given(Chat chat) {
    return new Highest(
        chat.given.stream()
            .map(given ->
                new Known(
                    given.at(),
                    given.entry().sequence(),
                    given.entry() + " was given to " + given.device()))
            .toList());
  }

  private static void add(Map<String, NavigableMap<Long, Known>> maps, long time, Known known) {
    var map = maps.computeIfAbsent(known.at().process(), _ -> new TreeMap<>());
    var last = map.lastEntry();
    boolean isHigher = last == null || last.getValue().sequence() < known.sequence();
    if (isHigher) map.put(time, known);
  }

  Optional<Known> before(Moment moment) {
    return byNanos.keySet().stream()
        .flatMap(process -> before(process, moment))
        .max(Comparator.comparingLong(Known::sequence));
  }

  private Stream<Known> before(String process, Moment moment) {
    var found =
        process.equals(moment.process())
            ? Objects.requireNonNull(byNanos.get(process)).lowerEntry(moment.nanos())
            : Objects.requireNonNull(byWall.get(process))
                .lowerEntry(moment.wallMicros() - Moment.APART_MICROS_MAX);
    return Optional.ofNullable(found).map(Map.Entry::getValue).stream();
  }
}
