package dev.trestle.conformance.random;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.testing.reference.Operand;
import dev.trestle.testing.reference.Path;
import dev.trestle.testing.reference.Shape;
import dev.trestle.testing.reference.Update;
import dev.trestle.testing.reference.Update.Action;
import dev.trestle.testing.reference.Values;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Updates: most do something to an item, some are refused. */
final class Updates {
  private static final Path N = Path.of("n");
  private static final Path L = Path.of("l");

  private Updates() {}

  static Gen<Update> of(Shape shape) {
    return action(shape).list(1, 3).map(Update::new);
  }

  private static Gen<Action> action(Shape shape) {
    var indexKeys =
        shape.keyAttributes().stream().filter(key -> !shape.key().contains(key)).toList();
    Gen<Action> data =
        Gen.frequency(
            Gen.weighted(3, Updates::setAnything),
            Gen.weighted(2, choices -> new Action.Set(N, sum(choices))),
            Gen.weighted(1, choices -> new Action.Set(L, append(choices))),
            Gen.weighted(3, Contents.PATHS.map(Action.Remove::new)),
            Gen.weighted(2, Contents.SMALL_NUMBERS.map(n -> new Action.Add(N, n))),
            Gen.weighted(1, Contents.SETS.map(set -> new Action.Add(Path.of("s"), set))),
            Gen.weighted(1, Contents.SMALL_NUMBERS.map(n -> new Action.Add(Path.of("a"), n))),
            Gen.weighted(2, Contents.SETS.map(set -> new Action.Delete(Path.of("s"), set))));
    if (indexKeys.isEmpty()) return data;
    Gen<Action> keys =
        choices -> {
          var key = Gen.of(indexKeys).from(choices);
          var path = Path.of(key.name());
          return choices.oneOf(3) == 0
              ? new Action.Remove(path)
              : new Action.Set(path, literal(Shapes.values(key).from(choices)));
        };
    return Gen.frequency(Gen.weighted(3, data), Gen.weighted(1, keys));
  }

  /** A value of the kind that belongs there, at the path or, rarely, something of another path. */
  private static Action setAnything(Choices choices) {
    var path = Contents.PATHS.from(choices);
    var values = path.steps().isEmpty() ? Contents.values(path.name()) : Contents.ANY;
    var operand =
        switch (choices.oneOf(6)) {
          case 4 -> new Operand.IfMissing(path, literal(values.from(choices)));
          case 5 -> new Operand.Current(path.name().equals("n") ? N : Contents.PATHS.from(choices));
          default -> literal(values.from(choices));
        };
    boolean foreign = operand instanceof Operand.Current && path.steps().isEmpty();
    return new Action.Set(foreign ? Path.of("a") : path, operand);
  }

  private static Operand sum(Choices choices) {
    var left =
        choices.oneOf(3) == 2
            ? new Operand.Current(N)
            : new Operand.IfMissing(N, literal(Values.number(0)));
    var right = literal(Contents.SMALL_NUMBERS.from(choices));
    return choices.oneOf(2) == 0 ? new Operand.Plus(left, right) : new Operand.Minus(left, right);
  }

  private static Operand append(Choices choices) {
    var more = literal(Contents.ANY.list(1, 2).map(AttributeValue::fromL).from(choices));
    var present =
        choices.oneOf(3) == 2
            ? new Operand.Current(L)
            : new Operand.IfMissing(L, literal(AttributeValue.fromL(List.of())));
    return choices.oneOf(2) == 0
        ? new Operand.Append(present, more)
        : new Operand.Append(more, present);
  }

  private static Operand literal(AttributeValue value) {
    return new Operand.Literal(value);
  }
}
