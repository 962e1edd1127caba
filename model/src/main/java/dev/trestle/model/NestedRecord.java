package dev.trestle.model;

import dev.trestle.model.codec.RecordChanges.Change;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Declares what changed in a record that is nested in an entity, so that older items can be read.
 * It holds wherever the entity stores the record.
 */
public final class NestedRecord<N> {
  private final Class<N> type;
  private final Map<String, Change> changes = new LinkedHashMap<>();

  private NestedRecord(Class<N> type) {
    this.type = type;
  }

  /** Begins the declaration of what changed in this record. */
  public static <N extends Record> NestedRecord<N> of(Class<N> type) {
    return new NestedRecord<>(type);
  }

  /** Names that a component was stored under before, tried in order after its own. */
  public <T> NestedRecord<N> formerly(Ref<N, T> component, String... names) {
    var name = component.named().in(type);
    changes.put(name, new Change(List.of(names), change(name).absent()));
    return this;
  }

  /** Sets the value of a missing component: {@code byDefault(…).is(…)}. */
  public <T> Default<T> byDefault(Ref<N, T> component) {
    return new Default<>(component.named().in(type));
  }

  private Change change(String component) {
    return changes.getOrDefault(component, new Change(List.of(), Optional.empty()));
  }

  Class<N> type() {
    return type;
  }

  Map<String, Change> changes() {
    return Map.copyOf(changes);
  }

  /** The second half of {@code byDefault(…).is(…)}. */
  public final class Default<T> {
    private final String component;

    private Default(String component) {
      this.component = component;
    }

    /** The value that is read where the stored record lacks the component. */
    public NestedRecord<N> is(T value) {
      changes.put(component, new Change(change(component).formerNames(), Optional.of(value)));
      return NestedRecord.this;
    }
  }
}
