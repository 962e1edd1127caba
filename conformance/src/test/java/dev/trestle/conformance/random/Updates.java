package dev.trestle.conformance.random;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.testing.reference.DocumentPath;
import dev.trestle.testing.reference.ReferenceOperand;
import dev.trestle.testing.reference.ReferenceUpdate;
import dev.trestle.testing.reference.ReferenceUpdate.Action;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.TableShape;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Generators of updates. Most of them change an item, some are rejected. */
final class Updates {
  private static final DocumentPath N = DocumentPath.of("n");
  private static final DocumentPath L = DocumentPath.of("l");

  private Updates() {}

  static Gen<ReferenceUpdate> of(TableShape shape) {
    return action(shape).list(1, 3).map(ReferenceUpdate::new);
  }

  private static Gen<Action> action(TableShape shape) {
    var indexKeys =
        shape.keyAttributes().stream().filter(key -> !shape.key().contains(key)).toList();
    Gen<Action> data =
        Gen.frequency(
            Gen.weighted(3, Updates::setAnything),
            Gen.weighted(2, choices -> new Action.Set(N, sum(choices))),
            Gen.weighted(1, choices -> new Action.Set(L, append(choices))),
            Gen.weighted(3, Contents.PATHS.map(Action.Remove::new)),
            Gen.weighted(2, Contents.SMALL_NUMBERS.map(n -> new Action.Add(N, n))),
            Gen.weighted(1, Contents.SETS.map(set -> new Action.Add(DocumentPath.of("s"), set))),
            Gen.weighted(
                1, Contents.SMALL_NUMBERS.map(n -> new Action.Add(DocumentPath.of("a"), n))),
            Gen.weighted(
                2, Contents.SETS.map(set -> new Action.Delete(DocumentPath.of("s"), set))));
    if (indexKeys.isEmpty()) return data;
    Gen<Action> keys =
        choices -> {
          var key = Gen.of(indexKeys).from(choices);
          var path = DocumentPath.of(key.name());
          return choices.oneOf(3) == 0
              ? new Action.Remove(path)
              : new Action.Set(path, literal(Shapes.values(key).from(choices)));
        };
    return Gen.frequency(Gen.weighted(3, data), Gen.weighted(1, keys));
  }

  /** Sets a value of the usual type at the path, or rarely one of another path. */
  private static Action setAnything(Choices choices) {
    var path = Contents.PATHS.from(choices);
    var values = path.steps().isEmpty() ? Contents.values(path.name()) : Contents.ANY;
    var operand =
        switch (choices.oneOf(6)) {
          case 4 -> new ReferenceOperand.IfMissing(path, literal(values.from(choices)));
          case 5 ->
              new ReferenceOperand.Current(
                  path.name().equals("n") ? N : Contents.PATHS.from(choices));
          default -> literal(values.from(choices));
        };
    boolean foreign = operand instanceof ReferenceOperand.Current && path.steps().isEmpty();
    return new Action.Set(foreign ? DocumentPath.of("a") : path, operand);
  }

  private static ReferenceOperand sum(Choices choices) {
    var left =
        choices.oneOf(3) == 2
            ? new ReferenceOperand.Current(N)
            : new ReferenceOperand.IfMissing(N, literal(ReferenceValues.number(0)));
    var right = literal(Contents.SMALL_NUMBERS.from(choices));
    return choices.oneOf(2) == 0
        ? new ReferenceOperand.Plus(left, right)
        : new ReferenceOperand.Minus(left, right);
  }

  private static ReferenceOperand append(Choices choices) {
    var more = literal(Contents.ANY.list(1, 2).map(AttributeValue::fromL).from(choices));
    var present =
        choices.oneOf(3) == 2
            ? new ReferenceOperand.Current(L)
            : new ReferenceOperand.IfMissing(L, literal(AttributeValue.fromL(List.of())));
    return choices.oneOf(2) == 0
        ? new ReferenceOperand.Append(present, more)
        : new ReferenceOperand.Append(more, present);
  }

  private static ReferenceOperand literal(AttributeValue value) {
    return new ReferenceOperand.Literal(value);
  }
}
