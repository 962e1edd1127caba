package dev.trestle.model;

import dev.trestle.model.Operand.Use;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.OperandTree;
import dev.trestle.model.expression.UpdateAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Changes some attributes of one item. Declared by {@link Entity#update} or {@link Entity#upsert};
 * {@code store.run(UPDATE, parameters)} returns the record, or says that it was refused.
 *
 * @param upsert whether a missing item is created; otherwise the update is refused
 * @param returnsOld whether the record before the update is returned instead of the one after it
 */
public record Update<K, R>(
    Heading heading,
    Entity<R> entity,
    RecordShape<K> parameters,
    Binding binding,
    List<UpdateAction> actions,
    Optional<ConditionTree> condition,
    boolean upsert,
    boolean returnsOld)
    implements AccessPattern, ItemWrite<K> {

  public Update {
    actions = List.copyOf(actions);
  }

  /** The index key attributes that it rewrites. */
  public List<IndexKeyChange> indexKeyChanges() {
    return IndexKeyChange.of(this);
  }

  /** Declares an update, or an upsert. */
  public static final class Builder<K, R> {
    private final Entity<R> entity;
    private final RecordShape<K> parameters;
    private final boolean upsert;
    private final List<UpdateAction> actions = new ArrayList<>();
    private Heading heading;
    private Optional<ConditionTree> condition = Optional.empty();
    private boolean returnsOld;

    Builder(Heading heading, Entity<R> entity, RecordShape<K> parameters, boolean upsert) {
      this.heading = heading;
      this.entity = entity;
      this.parameters = parameters;
      this.upsert = upsert;
    }

    /** Sets a component: {@code set(Message::read).to(true)}. */
    public <T> Setting<T> set(Ref<R, T> component) {
      return set(Conditions.field(component));
    }

    /** Sets the value of an Optional, a map entry, or something inside a component. */
    public <T> Setting<T> set(Field<? super R, ? super K, T> field) {
      return new Setting<>(field.in(scope()), false);
    }

    /**
     * Sets a component only if the upsert creates the item: {@code
     * setOnInsert(Habit::since).to(param(Done::at))}.
     */
    public <T> Setting<T> setOnInsert(Ref<R, T> component) {
      if (!upsert) throw scope().refused("Only an upsert makes an item.");
      var target = scope().component(component.named());
      target.expectAlwaysStored(scope());
      return new Setting<>(target, true);
    }

    /** Adds to a number: {@code add(Habit::count).of(1L)}. */
    public <T extends Number> Adding<T> add(Ref<R, T> component) {
      return add(Conditions.field(component));
    }

    /** Adds to a map entry, or to a number that may be absent and then counts as zero. */
    public <T extends Number> Adding<T> add(Field<? super R, ? super K, T> field) {
      return new Adding<>(field.in(scope()));
    }

    /** Adds members to a set. */
    public <T> Members<T> addAll(Ref<R, Set<T>> component) {
      return new Members<>(scope().component(component.named()), true);
    }

    /** Removes members from a set. */
    public <T> Members<T> removeAll(Ref<R, Set<T>> component) {
      return new Members<>(scope().component(component.named()), false);
    }

    /** Removes a component that may be absent. */
    public <T> Builder<K, R> remove(Ref<R, Optional<T>> component) {
      return and(new UpdateAction.Remove(scope().component(component.named()).path()));
    }

    /** Removes a map entry, or something optional inside a component. */
    public <T> Builder<K, R> remove(Field<? super R, ? super K, T> field) {
      var target = field.in(scope());
      if (!target.mayBeAbsent()) throw scope().refused("%s cannot be removed.".formatted(target));
      return and(new UpdateAction.Remove(target.path()));
    }

    /** Adds a condition. */
    public Builder<K, R> when(Condition<? super R, ? super K> condition) {
      this.condition = scope().both(this.condition, condition);
      return this;
    }

    /** Returns the record before the update; empty if the upsert created the item. */
    public Builder<K, R> returnOld() {
      returnsOld = true;
      return this;
    }

    /** How often it is called, for checks of hot keys and for its cost. */
    public Builder<K, R> load(Load load) {
      heading = heading.with(load);
      return this;
    }

    /** Ends the declaration. A mistake in it is refused here, with what is wrong. */
    public Update<K, R> build() {
      if (actions.isEmpty()) throw scope().refused("It changes nothing.");
      if (upsert) Upserts.check(scope(), entity, parameters, actions);
      KeySources.check(scope(), entity, parameters, actions, upsert);
      var binding = Binding.of(entity.keys(), parameters, Optional.empty());
      return new Update<>(
          heading, entity, parameters, binding, actions, condition, upsert, returnsOld);
    }

    private Scope scope() {
      return Scope.of(heading, entity, parameters);
    }

    private Builder<K, R> and(UpdateAction action) {
      for (var other : actions) {
        if (other.path().contains(action.path()) || action.path().contains(other.path())) {
          throw scope().refused("It changes %s twice.".formatted(action.path()));
        }
      }
      entity
          .version()
          .filter(version -> entity.attribute(version).name().equals(action.path().attribute()))
          .ifPresent(version -> {
            throw scope()
                .refused("%s.%s is counted by the store.".formatted(entity.name(), version));
          });
      actions.add(action);
      return this;
    }

    /** The second half of {@code set(…).to(…)}. */
    public final class Setting<T> {
      private final StoredComponent target;
      private final boolean onInsert;

      private Setting(StoredComponent target, boolean onInsert) {
        this.target = target;
        this.onInsert = onInsert;
      }

      /** Stores this value, the same for every call. */
      public Builder<K, R> to(T value) {
        return action(Operand.literal(value));
      }

      /** Stores a parameter, or what is computed from one and from the item. */
      public Builder<K, R> to(Operand<? super R, ? super K, T> operand) {
        return action(operand);
      }

      private Builder<K, R> action(Operand<?, ?, T> operand) {
        var value = operand.at(scope(), target, Use.STORED);
        if (value.equals(StoredComponent.ABSENT)) {
          return and(new UpdateAction.Remove(target.path()));
        }
        return and(
            new UpdateAction.Set(
                target.path(), onInsert ? new OperandTree.OrElse(target.path(), value) : value));
      }
    }

    /** The second half of {@code add(…).of(…)}. */
    public final class Adding<T> {
      private final StoredComponent target;

      private Adding(StoredComponent target) {
        target.expectNumber(scope());
        this.target = target;
      }

      /** Adds this amount, which may be negative. */
      public Builder<K, R> of(T amount) {
        return action(Operand.literal(amount));
      }

      /** Adds the amount that a parameter has. */
      public Builder<K, R> of(Operand<? super R, ? super K, T> amount) {
        return action(amount);
      }

      private Builder<K, R> action(Operand<?, ?, T> amount) {
        var added = amount.at(scope(), target, Use.ADDED);
        scope().expectGiven(added, target);
        return and(new UpdateAction.Add(target.path(), added));
      }
    }

    /** The second half of {@code addAll(…).of(…)} and {@code removeAll(…).of(…)}. */
    public final class Members<T> {
      private final StoredComponent target;
      private final boolean added;

      private Members(StoredComponent target, boolean added) {
        target.expectSet(scope());
        this.target = target;
        this.added = added;
      }

      /** These members, the same for every call. */
      public Builder<K, R> of(Collection<T> members) {
        return action(Operand.literal(Set.copyOf(members)));
      }

      /** The members that a parameter has. */
      public Builder<K, R> of(Operand<? super R, ? super K, Set<T>> members) {
        return action(members);
      }

      private Builder<K, R> action(Operand<?, ?, Set<T>> operand) {
        var members = operand.at(scope(), target, Use.STORED);
        if (members.equals(StoredComponent.ABSENT)) {
          throw scope().refused("%s: there are no members to add or remove.".formatted(target));
        }
        scope().expectGiven(members, target);
        return and(
            added
                ? new UpdateAction.AddAll(target.path(), members)
                : new UpdateAction.RemoveAll(target.path(), members));
      }
    }
  }
}
