package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import dev.trestle.model.expression.AttributePath;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.OperandTree;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;

/** Resolves the names in one pattern's conditions and updates. */
final class Scope {
  private final Heading heading;
  private final List<Entity<?>> entities;

  /**
   * The sealed interface that several entities share. Components that they have in common can be
   * named.
   */
  private final Optional<Class<?>> shared;

  private final RecordShape<?> parameters;

  private Scope(
      Heading heading,
      List<Entity<?>> entities,
      Optional<Class<?>> shared,
      RecordShape<?> parameters) {
    this.heading = heading;
    this.entities = entities;
    this.shared = shared;
    this.parameters = parameters;
  }

  static Scope of(Heading heading, Entity<?> entity, RecordShape<?> parameters) {
    return new Scope(heading, List.of(entity), Optional.empty(), parameters);
  }

  static Scope of(Heading heading, ResultType<?> result, RecordShape<?> parameters) {
    Optional<Class<?>> shared =
        result instanceof ResultType.OneOf<?>(var type, var ignored)
            ? Optional.of(type)
            : Optional.empty();
    return new Scope(heading, result.sources(), shared, parameters);
  }

  /** Returns the component that a method reference such as {@code Message::read} names. */
  StoredComponent component(Ref.Named named) {
    if (shared.filter(type -> type.getName().equals(named.record())).isPresent()) {
      return shared(named);
    }
    for (var entity : entities) {
      if (entity.type().getName().equals(named.record())) return component(entity, named);
    }
    throw refused(
        "%s is not a component of %s, the record that this pattern is about."
            .formatted(
                named,
                String.join(" or ", entities.stream().map(Entity::name).distinct().toList())));
  }

  private StoredComponent component(Entity<?> entity, Ref.Named named) {
    var component = entity.shape().component(named.in(entity.type()));
    if (!entity.hasAttribute(component.name())) {
      throw refused(
          ("%s.%s is stored in the table's key, so no condition, filter or update can name it. Give"
                  + " it as a parameter, or declare a range over it; to change it, delete the item"
                  + " and put it under its new key.")
              .formatted(entity.name(), component.name()));
    }
    var attribute = entity.attribute(component.name());
    return new StoredComponent(
        entity.name() + "." + component.name(),
        AttributePath.of(attribute.name()),
        StoredComponent.cast(attribute.codec()),
        component.type(),
        StoredComponent.isOptional(component.type()));
  }

  /** Returns a component that all entities of a collection have, stored in the same way. */
  private StoredComponent shared(Ref.Named named) {
    var all =
        entities.stream()
            .map(entity ->
                component(entity, new Ref.Named(entity.type().getName(), named.component())))
            .toList();
    var first = all.getFirst();
    for (var other : all) {
      other.expectSameForm(this, first, Operand.Use.COMPARED);
      if (other.path().equals(first.path())) continue;
      throw refused(
          "%s is stored as %s and %s as %s, so one filter cannot look at both."
              .formatted(first, first.path(), other, other.path()));
    }
    return first;
  }

  /** Returns the parameter that a method reference such as {@code Verify::code} names. */
  Component parameter(Ref.Named named) {
    try {
      return parameters.component(named.in(parameters.type()));
    } catch (IllegalArgumentException e) {
      throw refused(
          "%s is not one of its parameters, which are the components of %s."
              .formatted(named, parameters.type().getSimpleName()));
    }
  }

  /**
   * Rejects adding or removing a value that only the item has. DynamoDB requires a given value
   * here.
   */
  void expectGiven(OperandTree operand, StoredComponent target) {
    switch (operand) {
      case OperandTree.Literal ignored -> {}
      case OperandTree.Parameter ignored -> {}
      case OperandTree.Current ignored -> throw computed(target);
      case OperandTree.Plus ignored -> throw computed(target);
      case OperandTree.Minus ignored -> throw computed(target);
      case OperandTree.OrElse ignored -> throw computed(target);
      case OperandTree.Joined ignored -> throw computed(target);
    }
  }

  private IllegalArgumentException computed(StoredComponent target) {
    return refused("%s: only a value or a parameter can be added or removed.".formatted(target));
  }

  /** A condition that is a constant of its own is null above the line that declares it. */
  Optional<ConditionTree> both(Optional<ConditionTree> first, Condition<?, ?> added) {
    if (added == null) throw refused("A condition is null. Declare it above the pattern.");
    return both(first, added.in(this));
  }

  private static Optional<ConditionTree> both(Optional<ConditionTree> first, ConditionTree second) {
    return Optional.of(
        first
            .<ConditionTree>map(given -> new ConditionTree.All(List.of(given, second)))
            .orElse(second));
  }

  IllegalArgumentException refused(String message) {
    return heading.refused(message);
  }

  static Type raw(Type type) {
    return type instanceof ParameterizedType generic ? generic.getRawType() : type;
  }
}
