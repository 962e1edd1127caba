package dev.trestle.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** All that a system keeps and all the ways in which it uses it. */
public record Model(
    String name, List<Table> tables, List<Entity<?>> entities, List<AccessPattern> patterns) {
  public Model {
    tables = List.copyOf(tables);
    entities = List.copyOf(entities);
    patterns = List.copyOf(patterns);
    var known = new HashMap<String, AccessPattern>();
    for (var pattern : patterns) {
      var other = known.putIfAbsent(pattern.id(), pattern);
      if (other != null) {
        throw new IllegalArgumentException(
            "two patterns %s: %s and %s".formatted(pattern.id(), other.place(), pattern.place()));
      }
    }
  }

  public static Builder named(String name) {
    return new Builder(name);
  }

  public Optional<AccessPattern> pattern(String id) {
    return patterns.stream().filter(pattern -> pattern.id().equals(id)).findFirst();
  }

  /** The draft of a model. Tables of its entities need not be named. */
  public static final class Builder {
    private final String name;
    private final LinkedHashSet<Table> tables = new LinkedHashSet<>();
    private final List<Entity<?>> entities = new ArrayList<>();
    private final List<AccessPattern> patterns = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    public Builder tables(Table... more) {
      tables.addAll(List.of(more));
      return this;
    }

    public Builder entities(Entity<?>... more) {
      for (var entity : more) {
        entities.add(entity);
        tables.add(entity.table());
      }
      return this;
    }

    public Builder patterns(AccessPattern... more) {
      patterns.addAll(List.of(more));
      return this;
    }

    public Model build() {
      return new Model(name, List.copyOf(tables), entities, patterns);
    }
  }
}
