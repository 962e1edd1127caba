package dev.trestle.conformance.random;

import static software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType.B;
import static software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType.N;
import static software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType.S;

import dev.trestle.gen.Gen;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.TableShape;
import dev.trestle.testing.reference.TableShape.Index;
import dev.trestle.testing.reference.TableShape.KeyAttribute;
import dev.trestle.testing.reference.TableShape.Projection;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The tables of a random run. Their keys have few values, so that requests meet. */
final class Shapes {
  private static final KeyAttribute GROUP = new KeyAttribute("g", S);
  private static final KeyAttribute COUNT = new KeyAttribute("c", N);
  private static final KeyAttribute LABEL = new KeyAttribute("b", S);
  private static final KeyAttribute RANK = new KeyAttribute("r", N);
  private static final KeyAttribute BLOB = new KeyAttribute("x", B);

  static final List<TableShape> ALL =
      List.of(
          new TableShape("plain", List.of(new KeyAttribute("pk", S)), List.of(), false),
          ranged(),
          numbers(),
          binaries());

  private static final List<AttributeValue> TEXTS =
      Stream.of(
              "a", "b", "a#b", "#", "aa", "ab", "\u0001", "~", "é", "\uFFFF", "😀", "z".repeat(40))
          .map(ReferenceValues::text)
          .toList();
  private static final List<AttributeValue> NUMBERS =
      Stream.of(
              "0",
              "-1",
              "10",
              "1",
              "2",
              "1.5",
              "-1.5",
              "100",
              "1E-130",
              "-1E-130",
              "9.9E125",
              "-9.9E125",
              "0.1")
          .map(ReferenceValues::number)
          .toList();
  private static final List<AttributeValue> BINARIES =
      List.of(
          ReferenceValues.binary(0),
          ReferenceValues.binary(0xFF),
          ReferenceValues.binary(0, 0),
          ReferenceValues.binary(1),
          ReferenceValues.binary(0x7F),
          ReferenceValues.binary(0x80),
          ReferenceValues.binary(0xFF, 0),
          ReferenceValues.binary(0xFF, 0xFF));

  private Shapes() {}

  private static TableShape ranged() {
    var pk = new KeyAttribute("pk", S);
    var key = List.of(pk, new KeyAttribute("sk", S));
    return new TableShape(
        "ranged",
        key,
        List.of(
            new Index("by-count", true, List.of(pk), List.of(COUNT), new Projection.All()),
            new Index("by-label", true, List.of(pk), List.of(LABEL), new Projection.KeysOnly()),
            new Index(
                "sparse",
                false,
                List.of(GROUP),
                List.of(),
                new Projection.Include(List.of("a", "m")))),
        true);
  }

  private static TableShape numbers() {
    var pk = new KeyAttribute("pk", N);
    var sk = new KeyAttribute("sk", N);
    return new TableShape(
        "numbers",
        List.of(pk, sk),
        List.of(
            new Index(
                "multi", false, List.of(GROUP, COUNT), List.of(RANK, LABEL), new Projection.All()),
            new Index("inverted", false, List.of(sk), List.of(pk), new Projection.KeysOnly())),
        true);
  }

  private static TableShape binaries() {
    var sk = new KeyAttribute("sk", B);
    return new TableShape(
        "binaries",
        List.of(new KeyAttribute("pk", B), sk),
        List.of(new Index("by-blob", false, List.of(BLOB), List.of(sk), new Projection.All())),
        true);
  }

  /** Generates values of a key attribute: few for partition keys, more for sort keys. */
  static Gen<AttributeValue> values(KeyAttribute attribute) {
    var all =
        switch (attribute.type()) {
          case S -> TEXTS;
          case N -> NUMBERS;
          case B, UNKNOWN_TO_SDK_VERSION -> BINARIES;
        };
    boolean few =
        attribute.name().equals("pk") || attribute.equals(GROUP) || attribute.equals(COUNT);
    return Gen.of(few ? all.subList(0, 3) : all);
  }
}
