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

/** The highest sequence that was known before a given time. */
final class SequenceBounds {
  record Known(Timestamp at, long sequence, String how) {}

  /** For each process, the highest up to each moment, by its own clock and by the wall's. */
  private final Map<String, NavigableMap<Long, Known>> byNanos = new HashMap<>();

  private final Map<String, NavigableMap<Long, Known>> byWall = new HashMap<>();

  SequenceBounds(List<Known> known) {
    known.stream()
        .sorted(Comparator.comparingLong(k -> k.at().nanos()))
        .forEach(k -> add(byNanos, k.at().nanos(), k));
    known.stream()
        .sorted(Comparator.comparingLong(k -> k.at().wallMicros()))
        .forEach(k -> add(byWall, k.at().wallMicros(), k));
  }

  /** For everything that any device received. */
  static SequenceBounds given(ChatRecord chat) {
    return new SequenceBounds(
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

  Optional<Known> before(Timestamp moment) {
    return byNanos.keySet().stream()
        .flatMap(process -> before(process, moment))
        .max(Comparator.comparingLong(Known::sequence));
  }

  private Stream<Known> before(String process, Timestamp moment) {
    var found =
        process.equals(moment.process())
            ? Objects.requireNonNull(byNanos.get(process)).lowerEntry(moment.nanos())
            : Objects.requireNonNull(byWall.get(process))
                .lowerEntry(moment.wallMicros() - Timestamp.APART_MICROS_MAX);
    return Optional.ofNullable(found).map(Map.Entry::getValue).stream();
  }
}
