package dev.trestle.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * The tables, entities and access patterns of a system, declared once in a static field:
 *
 * <pre>{@code
 * public static final Model MODEL =
 *     Model.named("notes").entities(NOTES).patterns(WRITE, LATEST).build();
 * }</pre>
 *
 * <p>From it follow the checks, the cost, the tables and the store that runs the patterns.
 *
 * @param uses entities of other models that this model's transactions check. Their owner creates
 *     and exports the tables; here they only count towards cost and access
 * @param accepted known findings that stay, each with its reason
 */
public record Model(
    String name,
    List<Table> tables,
    List<Entity<?>> entities,
    List<Entity<?>> uses,
    List<AccessPattern> patterns,
    List<AcceptedFinding> accepted) {
  public Model {
    tables = List.copyOf(tables);
    entities = List.copyOf(entities);
    uses = List.copyOf(uses);
    patterns = List.copyOf(patterns);
    accepted = List.copyOf(accepted);
    var known = new HashMap<String, AccessPattern>();
    for (var pattern : patterns) {
      var other = known.putIfAbsent(pattern.id(), pattern);
      if (other != null) {
        throw new IllegalArgumentException(
            "Two patterns have the id %s: %s and %s."
                .formatted(pattern.id(), other.place(), pattern.place()));
      }
    }
    for (var entity : uses) {
      if (entities.contains(entity)) {
        throw new IllegalArgumentException(
            "%s is declared in entities(…) and in uses(…). A model uses only what another model owns."
                .formatted(entity.name()));
      }
      for (var pattern : patterns) refuseOtherUse(pattern, entity);
    }
    MovedEntity.expectBothWritten(entities, patterns);
  }

  /** An entity of another model may only be checked. Its owner reads and writes it. */
  private static void refuseOtherUse(AccessPattern pattern, Entity<?> entity) {
    boolean used =
        switch (pattern) {
          case Get<?, ?> get -> get.entity() == entity;
          case Query<?, ?> query -> query.result().sources().contains(entity);
          case Count<?>(var query) -> query.result().sources().contains(entity);
          case BatchGet<?, ?> batch -> batch.entity() == entity;
          case MultiGet<?, ?> multi ->
              multi.steps().stream().anyMatch(step -> step.get().entity() == entity);
          case MultiWrite<?> multi ->
              multi.steps().stream().anyMatch(step -> step.write().entity() == entity);
          case Put<?, ?> put -> put.entity() == entity;
          case Update<?, ?> update -> update.entity() == entity;
          case Delete<?, ?> delete -> delete.entity() == entity;
          case BatchWrite<?, ?> batch -> batch.entity() == entity;
          case Transaction<?> transaction ->
              transaction.steps().stream()
                  .map(Transaction.Step::write)
                  .anyMatch(write ->
                      write.entity() == entity && !(write instanceof ConditionCheck<?, ?>));
          case Composite composite -> {
            composite.patterns().forEach(inner -> refuseOtherUse(inner, entity));
            yield false;
          }
        };
    if (used) {
      throw new IllegalArgumentException(
          "%s (%s) reads or writes %s, which another model owns. Only condition checks may name it."
              .formatted(pattern.id(), pattern.place(), entity.name()));
    }
  }

  /** Starts the declaration of a model. Its name appears in reports, metrics and exports. */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** The pattern with this id. */
  public Optional<AccessPattern> pattern(String id) {
    return patterns.stream().filter(pattern -> pattern.id().equals(id)).findFirst();
  }

  /** Declares a model. The tables of its entities are included automatically. */
  public static final class Builder {
    private final String name;
    private final LinkedHashSet<Table> tables = new LinkedHashSet<>();
    private final List<Entity<?>> entities = new ArrayList<>();
    private final List<Entity<?>> uses = new ArrayList<>();
    private final List<AccessPattern> patterns = new ArrayList<>();
    private final List<AcceptedFinding> accepted = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    /** Adds tables that have no entity. Those of entities are included. */
    public Builder tables(Table... more) {
      tables.addAll(List.of(more));
      return this;
    }

    /** Adds entities, and their tables. */
    public Builder entities(Entity<?>... more) {
      for (var entity : declared("entity", more)) {
        entities.add(entity);
        tables.add(entity.table());
      }
      return this;
    }

    /** Adds entities of other models that condition checks of this one refer to. */
    public Builder uses(Entity<?>... more) {
      uses.addAll(declared("entity", more));
      return this;
    }

    /** Adds access patterns. A store runs those of its model only. */
    public Builder patterns(AccessPattern... more) {
      patterns.addAll(declared("pattern", more));
      return this;
    }

    /** A constant that is declared below the model is still null when the model is made. */
    private <T> List<T> declared(String what, T[] all) {
      for (int i = 0; i < all.length; i++) {
        if (all[i] != null) continue;
        throw new IllegalArgumentException(
            "%s: %s number %d of those given is null. Declare it above the model."
                .formatted(name, what, i + 1));
      }
      return List.of(all);
    }

    /**
     * Accepts a check's finding about a subject, such as {@code accept("counting", "H21", "…")}. If
     * the check no longer finds anything there, this acceptance is reported itself.
     */
    public Builder accept(String check, String subject, String reason) {
      accepted.add(new AcceptedFinding(check, subject, reason, SourceLocation.ofCaller()));
      return this;
    }

    /** Returns the model. */
    public Model build() {
      return new Model(name, List.copyOf(tables), entities, uses, patterns, accepted);
    }
  }
}
