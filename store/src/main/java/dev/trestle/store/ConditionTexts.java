package dev.trestle.store;

import dev.trestle.model.Condition;
import dev.trestle.model.Condition.Comparison;
import dev.trestle.model.Entity;
import dev.trestle.model.Operand;
import dev.trestle.model.Path;
import dev.trestle.model.codec.RecordShape;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Conditions as DynamoDB wants them. */
final class ConditionTexts<P> {
  private final ExpressionDraft<P> draft;
  private final List<Entity<?>> entities;
  private final RecordShape<P> parameters;

  ConditionTexts(
      ExpressionDraft<P> draft, List<? extends Entity<?>> entities, RecordShape<P> parameters) {
    this.draft = draft;
    this.entities = List.copyOf(entities);
    this.parameters = parameters;
  }

  Text of(Condition condition) {
    return switch (condition) {
      case Condition.Compare(var path, var comparison, var operand) ->
          compare(target(path), comparison, operand);
      case Condition.Between(var path, var from, var to) -> {
        var target = target(path);
        yield Text.fixed(
            "%s BETWEEN %s AND %s"
                .formatted(target.path(), operand(from, target), operand(to, target)));
      }
      case Condition.OneOf(var path, var operands) -> {
        var target = target(path);
        var all = operands.stream().map(operand -> operand(operand, target)).toList();
        yield Text.fixed("%s IN (%s)".formatted(target.path(), String.join(", ", all)));
      }
      case Condition.BeginsWith(var path, var operand) -> {
        var target = target(path);
        yield Text.fixed("begins_with(%s, %s)".formatted(target.path(), operand(operand, target)));
      }
      case Condition.Contains(var path, var operand) -> {
        var target = target(path);
        yield Text.fixed("contains(%s, %s)".formatted(target.path(), element(operand, target)));
      }
      case Condition.Present(var path) -> exists(target(path).path());
      case Condition.Absent(var path) -> lacks(target(path).path());
      case Condition.ItemExists _ -> exists(partition());
      case Condition.ItemAbsent _ -> lacks(partition());
      case Condition.All(var all) -> joined(all, " AND ");
      case Condition.Any(var any) -> joined(any, " OR ");
      case Condition.Not(var inner) -> of(inner).around("NOT (", ")");
    };
  }

  private Text joined(List<Condition> conditions, String by) {
    return Text.joined(conditions.stream().map(each -> of(each).around("(", ")")).toList(), by);
  }

  static Text exists(String path) {
    return Text.fixed("attribute_exists(" + path + ")");
  }

  static Text lacks(String path) {
    return Text.fixed("attribute_not_exists(" + path + ")");
  }

  private String partition() {
    return draft.name(entities.getFirst().table().partition().name());
  }

  Target target(Path path) {
    return Target.of(path, entities, parameters, draft);
  }

  /** Equal to an absent value means that there is none. */
  private Text compare(Target target, Comparison comparison, Operand<?> operand) {
    boolean equality = comparison == Comparison.EQUAL || comparison == Comparison.NOT_EQUAL;
    if (equality && operand instanceof Operand.Parameter<?>(var named)) {
      var component = parameters.component(named.component());
      if (target.mayBeAbsent(component)) {
        var value = draft.maybe((given, _) -> target.stored(value(given, component)));
        return Text.either(
            value.bit(),
            target.path() + " " + comparison.sign() + " " + value.name(),
            (comparison == Comparison.EQUAL ? lacks(target.path()) : exists(target.path())).at(0));
      }
    }
    if (equality && operand instanceof Operand.Literal<?>(var value)) {
      if (target.stored(value) == null) {
        return comparison == Comparison.EQUAL ? lacks(target.path()) : exists(target.path());
      }
    }
    return Text.fixed(target.path() + " " + comparison.sign() + " " + operand(operand, target));
  }

  private Object value(P given, RecordShape.Component component) {
    return parameters.value(given, component.index());
  }

  private String operand(Operand<?> operand, Target target) {
    return switch (operand) {
      case Operand.Literal<?>(var value) -> draft.literal(present(target.stored(value)));
      case Operand.Parameter<?>(var named) -> {
        var component = parameters.component(named.component());
        yield draft.value((given, _) -> target.stored(value(given, component)));
      }
      case Operand.Current<?>(var path) -> target(path).path();
      case Operand.Plus<?> _, Operand.Minus<?> _, Operand.OrElse<?> _, Operand.Joined<?> _ ->
          throw new IllegalArgumentException("a condition compares, it cannot compute");
    };
  }

  private String element(Operand<?> operand, Target target) {
    return switch (operand) {
      case Operand.Literal<?>(var value) -> draft.literal(target.storedElement(value));
      case Operand.Parameter<?>(var named) -> {
        var component = parameters.component(named.component());
        yield draft.value((given, _) -> target.storedElement(value(given, component)));
      }
      case Operand.Current<?>(var path) -> target(path).path();
      case Operand.Plus<?> _, Operand.Minus<?> _, Operand.OrElse<?> _, Operand.Joined<?> _ ->
          throw new IllegalArgumentException("a condition compares, it cannot compute");
    };
  }

  private static AttributeValue present(@org.jspecify.annotations.Nullable AttributeValue value) {
    if (value != null) return value;
    throw new IllegalArgumentException("a comparison with what is stored by being absent");
  }
}
