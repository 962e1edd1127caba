package dev.trestle.conformance.random;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.testing.reference.DocumentPath;
import dev.trestle.testing.reference.ReferenceCondition;
import dev.trestle.testing.reference.ReferenceCondition.Comparator;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.TableShape.KeyAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Generators of conditions on items and on keys. */
final class Conditions {
  private static final Gen<Comparator> COMPARATORS = Gen.of(Comparator.class);

  private Conditions() {}

  /** Generates conditions on the paths, with AND, OR and NOT nested up to a depth. */
  static Gen<ReferenceCondition> of(Gen<DocumentPath> paths, int depth) {
    Gen<ReferenceCondition> simple =
        Gen.oneOf(
            paths.map(ReferenceCondition.Exists::new),
            paths.map(ReferenceCondition.Missing::new),
            choices -> comparison(paths.from(choices), choices),
            choices -> between(paths.from(choices), choices),
            choices ->
                new ReferenceCondition.In(
                    paths.from(choices), Contents.ANY.list(1, 3).from(choices)),
            choices ->
                new ReferenceCondition.BeginsWith(
                    paths.from(choices), Contents.WORDS.from(choices)),
            choices ->
                new ReferenceCondition.Contains(
                    paths.from(choices), Contents.ORDERED.from(choices)),
            choices ->
                new ReferenceCondition.HasType(
                    paths.from(choices),
                    Gen.of("S", "N", "B", "SS", "NS", "BOOL", "NULL", "L", "M").from(choices)),
            choices ->
                new ReferenceCondition.Size(
                    paths.from(choices), COMPARATORS.from(choices), choices.oneOf(4)));
    if (depth == 0) return simple;
    Gen<ReferenceCondition> inner = of(paths, depth - 1);
    return Gen.frequency(
        Gen.weighted(4, simple),
        Gen.weighted(1, c -> new ReferenceCondition.Both(inner.from(c), inner.from(c))),
        Gen.weighted(1, c -> new ReferenceCondition.Either(inner.from(c), inner.from(c))),
        Gen.weighted(1, inner.map(ReferenceCondition.Not::new)));
  }

  private static ReferenceCondition comparison(DocumentPath path, Choices choices) {
    var comparator = COMPARATORS.from(choices);
    boolean anyType = comparator == Comparator.EQUAL || comparator == Comparator.NOT_EQUAL;
    return new ReferenceCondition.Compare(
        path, comparator, (anyType ? Contents.ANY : Contents.ORDERED).from(choices));
  }

  private static ReferenceCondition between(DocumentPath path, Choices choices) {
    var kind = Gen.oneOf(Contents.SMALL_NUMBERS, Contents.WORDS);
    var one = kind.from(choices);
    var other = (one.n() != null ? Contents.SMALL_NUMBERS : Contents.WORDS).from(choices);
    return between(path, one, other);
  }

  private static ReferenceCondition between(
      DocumentPath path, AttributeValue one, AttributeValue other) {
    return ReferenceValues.compare(one, other) <= 0
        ? new ReferenceCondition.Between(path, one, other)
        : new ReferenceCondition.Between(path, other, one);
  }

  /**
   * Generates key conditions of a query: on the whole partition key, and on the sort key from the
   * left.
   */
  static Gen<List<ReferenceCondition>> ofKey(
      List<KeyAttribute> partition, List<KeyAttribute> sort) {
    return choices -> {
      var conditions = new ArrayList<ReferenceCondition>();
      for (var attribute : partition) conditions.add(equal(attribute, choices));
      int bound = choices.oneOf(sort.size() + 1);
      for (int i = 0; i < bound; i++) {
        boolean last = i == bound - 1;
        conditions.add(last ? range(sort.get(i), choices) : equal(sort.get(i), choices));
      }
      return conditions;
    };
  }

  private static ReferenceCondition equal(KeyAttribute attribute, Choices choices) {
    return new ReferenceCondition.Compare(
        DocumentPath.of(attribute.name()),
        Comparator.EQUAL,
        Shapes.values(attribute).from(choices));
  }

  private static ReferenceCondition range(KeyAttribute attribute, Choices choices) {
    var path = DocumentPath.of(attribute.name());
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
    if (comparator.isPresent())
      return new ReferenceCondition.Compare(path, comparator.get(), value);
    if (value.n() == null && choices.oneOf(2) == 0)
      return new ReferenceCondition.BeginsWith(path, value);
    return between(path, value, Shapes.values(attribute).from(choices));
  }
}
