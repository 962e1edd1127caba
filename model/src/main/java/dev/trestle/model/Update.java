package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Changes some attributes of one item; makes the item if there is none and no condition forbids.
 */
public record Update<K, R>(
    Heading heading,
    Entity<R> entity,
    RecordShape<K> parameters,
    Binding binding,
    List<Change> changes,
    Optional<Condition> condition)
    implements AccessPattern, Step<K> {

  public Update {
    changes = List.copyOf(changes);
  }

  /** The draft of an update. */
  public static final class Builder<K, R> {
    private final Entity<R> entity;
    private final RecordShape<K> parameters;
    private final List<Change> changes = new ArrayList<>();
    private Heading heading;
    private Optional<Condition> condition = Optional.empty();

    Builder(Heading heading, Entity<R> entity, RecordShape<K> parameters) {
      this.heading = heading;
      this.entity = entity;
      this.parameters = parameters;
    }

    /** Sets a component: {@code set(Message::read).to(true)}. */
    public <T> Setting<T> set(Ref<R, T> component) {
      return new Setting<>(Path.of(component));
    }

    /** Sets an entry of a map, or a component that {@link Conditions#optional} names. */
    public <T> Setting<T> set(Conditions.Field<T> field) {
      return new Setting<>(field.path());
    }

    /** Adds to a number: {@code add(Habit::count).of(1L)}. */
    public <T extends Number> Adding<T> add(Ref<R, T> component) {
      return new Adding<>(Path.of(component));
    }

    /** Adds members to a set. */
    public <T, C extends Collection<T>> Adding<C> addAll(Ref<R, C> component) {
      return new Adding<>(Path.of(component));
    }

    /** Takes members out of a set. */
    public <T, C extends Collection<T>> Taking<C> takeAll(Ref<R, C> component) {
      return new Taking<>(Path.of(component));
    }

    public <T> Builder<K, R> remove(Ref<R, Optional<T>> component) {
      changes.add(new Change.Remove(Path.of(component)));
      return this;
    }

    public Builder<K, R> ifExists() {
      return when(Conditions.itemExists());
    }

    public Builder<K, R> when(Condition condition) {
      this.condition = Optional.of(condition);
      return this;
    }

    public Builder<K, R> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    public Update<K, R> build() {
      if (changes.isEmpty()) throw new IllegalArgumentException(heading.id() + " changes nothing");
      var entities = List.<Entity<?>>of(entity);
      changes.forEach(change -> Names.check(change, entities, parameters));
      condition.ifPresent(given -> Names.check(given, entities, parameters));
      var binding = Binding.of(entity.keys(), parameters, Optional.empty());
      return new Update<>(heading, entity, parameters, binding, changes, condition);
    }

    private Builder<K, R> and(Change change) {
      changes.add(change);
      return this;
    }

    /** The second half of {@code set(…).to(…)}. */
    public final class Setting<T> {
      private final Path path;

      private Setting(Path path) {
        this.path = path;
      }

      public Builder<K, R> to(T value) {
        return to(new Operand.Literal<>(value));
      }

      public Builder<K, R> to(Operand<T> operand) {
        return and(new Change.Set(path, operand));
      }
    }

    /** The second half of {@code add(…).of(…)}. */
    public final class Adding<T> {
      private final Path path;

      private Adding(Path path) {
        this.path = path;
      }

      public Builder<K, R> of(T amount) {
        return of(new Operand.Literal<>(amount));
      }

      public Builder<K, R> of(Operand<T> amount) {
        return and(new Change.Add(path, amount));
      }
    }

    /** The second half of {@code takeAll(…).of(…)}. */
    public final class Taking<T> {
      private final Path path;

      private Taking(Path path) {
        this.path = path;
      }

      public Builder<K, R> of(Operand<T> members) {
        return and(new Change.Take(path, members));
      }
    }
  }
}
