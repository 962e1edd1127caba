package dev.trestle.conformance.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the processes on one folder acknowledged before they died. */
final class Ledger {
  private final Map<String, Integer> writes = new HashMap<>();
  private final Map<String, List<Integer>> counts = new HashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> transfers = new ArrayList<>();
  private final Set<String> tables = new HashSet<>();
  private final Set<String> deletedTables = new HashSet<>();
  private final Map<String, Long> syncedLengths = new HashMap<>();
  private int acknowledged;

  /** Adds the lines that a process printed. */
  void add(List<String> lines) {
    for (var line : lines) {
      var words = List.of(line.split(" ", -1));
      switch (words.getFirst()) {
        case "written" -> writes.merge(words.get(1), Integer.valueOf(words.get(2)), Math::max);
        case "counted" ->
            counts
                .computeIfAbsent(words.get(1), _ -> new ArrayList<>())
                .add(Integer.valueOf(words.get(2)));
        case "numbered" -> numbers.put(words.get(1), Integer.valueOf(words.get(2)));
        case "transferred" -> transfers.add(words.get(1));
        case "created" -> tables.add(words.get(1));
        case "deleting" -> tables.remove(words.get(1));
        case "deleted" -> deletedTables.add(words.get(1));
        case "synced" -> syncedLengths.put(words.get(1), Long.valueOf(words.get(2)));
        case "ready", "indexed", "dropped" -> {}
        default -> throw new AssertionError("the process said: " + line);
      }
      if (!words.getFirst().equals("synced")) acknowledged++;
    }
  }

  /** Returns the number of the last acknowledged write of each item with a single writer. */
  Map<String, Integer> writes() {
    return writes;
  }

  /** Returns the acknowledged values of each counter. */
  Map<String, List<Integer>> counts() {
    return counts;
  }

  /** Returns the last acknowledged number of each writer of many items. */
  Map<String, Integer> numbers() {
    return numbers;
  }

  List<String> transfers() {
    return transfers;
  }

  /** Returns the tables whose creation was acknowledged and whose deletion was not requested. */
  Set<String> tables() {
    return tables;
  }

  Set<String> deletedTables() {
    return deletedTables;
  }

  /** Returns how many bytes of a log file are known to be on disk. */
  long syncedLength(String file) {
    return Optional.ofNullable(syncedLengths.get(file)).orElse(0L);
  }

  boolean hasSynced() {
    return !syncedLengths.isEmpty();
  }

  int acknowledged() {
    return acknowledged;
  }
}
