package dev.trestle.model.codec;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How stored forms of nested records differ from what is written now, by record: former names of
 * components, and values of missing ones.
 */
public final class RecordChanges {
  /** What differs for one component. */
  public record Change(List<String> formerNames, Optional<?> absent) {
    static final Change NONE = new Change(List.of(), Optional.empty());

    public Change {
      formerNames = List.copyOf(formerNames);
    }

    boolean isNone() {
      return formerNames.isEmpty() && absent.isEmpty();
    }
  }

  private final Map<Class<?>, Map<String, Change>> byRecord;
  private final Set<Class<?>> met = new HashSet<>();

  private RecordChanges(Map<Class<?>, Map<String, Change>> byRecord) {
    this.byRecord = byRecord;
  }

  public static RecordChanges none() {
    return new RecordChanges(Map.of());
  }

  public static RecordChanges of(Map<Class<?>, Map<String, Change>> byRecord) {
    var copy = new HashMap<Class<?>, Map<String, Change>>();
    byRecord.forEach((type, changes) -> copy.put(type, Map.copyOf(changes)));
    return new RecordChanges(copy);
  }

  /** Returns what was declared for a record that is stored as a map. */
  Map<String, Change> of(Class<?> type) {
    met.add(type);
    return byRecord.getOrDefault(type, Map.of());
  }

  /** Rejects changes of records that are stored nowhere in the entity. */
  public void expectMet(Class<?> entity) {
    for (var type : byRecord.keySet()) {
      if (met.contains(type)) continue;
      throw new IllegalArgumentException(
          "%s stores no %s as a map, so nothing can be declared about its components."
              .formatted(entity.getSimpleName(), type.getSimpleName()));
    }
  }

  /** All that was declared, for comparing declarations. */
  @Override
  public String toString() {
    return byRecord.entrySet().stream()
        .map(entry -> entry.getKey().getName() + new TreeMap<>(entry.getValue()))
        .sorted()
        .toList()
        .toString();
  }
}
