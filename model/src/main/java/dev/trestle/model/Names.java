package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.List;

/** Refuses conditions and changes that name components the entity or the parameters do not have. */
final class Names {
  private final List<Entity<?>> entities;
  private final RecordShape<?> parameters;

  private Names(List<Entity<?>> entities, RecordShape<?> parameters) {
    this.entities = entities;
    this.parameters = parameters;
  }

  static void check(
      Condition condition, List<? extends Entity<?>> entities, RecordShape<?> parameters) {
    new Names(List.copyOf(entities), parameters).check(condition);
  }

  static void check(Change change, List<Entity<?>> entities, RecordShape<?> parameters) {
    var names = new Names(entities, parameters);
    names.check(change.path());
    switch (change) {
      case Change.Set(var _, var operand) -> names.check(operand);
      case Change.Add(var _, var operand) -> names.check(operand);
      case Change.Take(var _, var operand) -> names.check(operand);
      case Change.Remove _ -> {}
    }
  }

  private void check(Condition condition) {
    switch (condition) {
      case Condition.Compare(var path, var _, var operand) -> check(path, operand);
      case Condition.Between(var path, var from, var to) -> {
        check(path, from);
        check(to);
      }
      case Condition.OneOf(var path, var operands) -> {
        check(path);
        operands.forEach(this::check);
      }
      case Condition.BeginsWith(var path, var operand) -> check(path, operand);
      case Condition.Contains(var path, var operand) -> check(path, operand);
      case Condition.Present(var path) -> check(path);
      case Condition.Absent(var path) -> check(path);
      case Condition.ItemExists _, Condition.ItemAbsent _ -> {}
      case Condition.All(var all) -> all.forEach(this::check);
      case Condition.Any(var any) -> any.forEach(this::check);
      case Condition.Not(var inner) -> check(inner);
    }
  }

  private void check(Path path, Operand<?> operand) {
    check(path);
    check(operand);
  }

  private void check(Operand<?> operand) {
    switch (operand) {
      case Operand.Literal<?> _ -> {}
      case Operand.Parameter<?>(var component) -> component.in(parameters.type());
      case Operand.Current<?>(var path) -> check(path);
      case Operand.Plus<?>(var left, var right) -> {
        check(left);
        check(right);
      }
      case Operand.Minus<?>(var left, var right) -> {
        check(left);
        check(right);
      }
      case Operand.OrElse<?>(var path, var otherwise) -> check(path, otherwise);
      case Operand.Joined<?>(var first, var second) -> {
        check(first);
        check(second);
      }
    }
  }

  private void check(Path path) {
    path.entries().forEach(this::check);
    var owner =
        entities.stream()
            .filter(entity -> entity.type().getName().equals(path.component().record()))
            .findFirst()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "%s is not kept here: %s".formatted(path.component().record(), entities)));
    owner.attribute(path.component().in(owner.type()));
  }
}
