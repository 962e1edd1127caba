package dev.trestle.conformance.random;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.testing.reference.Condition;
import dev.trestle.testing.reference.Condition.Comparator;
import dev.trestle.testing.reference.Path;
import dev.trestle.testing.reference.Shape.KeyAttribute;
import dev.trestle.testing.reference.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Conditions on items and on keys. */
final class Conditions {
  private static final Gen<Comparator> COMPARATORS = Gen.of(Comparator.class);

  private Conditions() {}

  /** Conditions on any of the paths, up to a depth of nested AND, OR and NOT. */
  static Gen<Condition> of(Gen<Path> paths, int depth) {
    Gen<Condition> simple =
        Gen.oneOf(
            paths.map(Condition.Exists::new),
            paths.map(Condition.Missing::new),
            choices -> comparison(paths.from(choices), choices),
            choices -> between(paths.from(choices), choices),
            choices -> new Condition.In(paths.from(choices), Contents.ANY.list(1, 3).from(choices)),
            choices -> new Condition.BeginsWith(paths.from(choices), Contents.WORDS.from(choices)),
            choices -> new Condition.Contains(paths.from(choices), Contents.ORDERED.from(choices)),
            choices ->
                new Condition.HasType(
                    paths.from(choices),
                    Gen.of("S", "N", "B", "SS", "NS", "BOOL", "NULL", "L", "M").from(choices)),
            choices ->
                new Condition.Size(
                    paths.from(choices), COMPARATORS.from(choices), choices.oneOf(4)));
    if (depth == 0) return simple;
    Gen<Condition> inner = of(paths, depth - 1);
    return Gen.frequency(
        Gen.weighted(4, simple),
        Gen.weighted(1, c -> new Condition.Both(inner.from(c), inner.from(c))),
        Gen.weighted(1, c -> new Condition.Either(inner.from(c), inner.from(c))),
        Gen.weighted(1, inner.map(Condition.Not::new)));
  }

  private static Condition comparison(Path path, Choices choices) {
    var comparator = COMPARATORS.from(choices);
    boolean anyType = comparator == Comparator.EQUAL || comparator == Comparator.NOT_EQUAL;
    return new Condition.Compare(
        path, comparator, (anyType ? Contents.ANY : Contents.ORDERED).from(choices));
  }

  private static Condition between(Path path, Choices choices) {
    var kind = Gen.oneOf(Contents.SMALL_NUMBERS, Contents.WORDS);
    var one = kind.from(choices);
    var other = (one.n() != null ? Contents.SMALL_NUMBERS : Contents.WORDS).from(choices);
    return between(path, one, other);
  }

  private static Condition between(Path path, AttributeValue one, AttributeValue other) {
    return Values.compare(one, other) <= 0
        ? new Condition.Between(path, one, other)
        : new Condition.Between(path, other, one);
  }

  /** Key conditions of a query: all of the partition key, and the sort key from its left on. */
  static Gen<List<Condition>> ofKey(List<KeyAttribute> partition, List<KeyAttribute> sort) {
    return choices -> {
      var conditions = new ArrayList<Condition>();
      for (var attribute : partition) conditions.add(equal(attribute, choices));
      int bound = choices.oneOf(sort.size() + 1);
      for (int i = 0; i < bound; i++) {
        boolean last = i == bound - 1;
        conditions.add(last ? range(sort.get(i), choices) : equal(sort.get(i), choices));
      }
      return conditions;
    };
  }

  private static Condition equal(KeyAttribute attribute, Choices choices) {
    return new Condition.Compare(
        Path.of(attribute.name()), Comparator.EQUAL, Shapes.values(attribute).from(choices));
  }

  private static Condition range(KeyAttribute attribute, Choices choices) {
    var path = Path.of(attribute.name());
    var value = Shapes.values(attribute).from(choices);
    var comparator =
        switch (choices.oneOf(7)) {
          case 0 -> Optional.of(Comparator.EQUAL);
          case 1 -> Optional.of(Comparator.LESS);
          case 2 -> Optional.of(Comparator.AT_MOST);
          case 3 -> Optional.of(Comparator.GREATER);
          case 4 -> Optional.of(Comparator.AT_LEAST);
          default -> Optional.<Comparator>empty();
        };
    if (comparator.isPresent()) return new Condition.Compare(path, comparator.get(), value);
    if (value.n() == null && choices.oneOf(2) == 0) return new Condition.BeginsWith(path, value);
    return between(path, value, Shapes.values(attribute).from(choices));
  }
}
