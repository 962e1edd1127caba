package dev.trestle.conformance.random;

import static software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType.B;
import static software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType.N;
import static software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType.S;

import dev.trestle.gen.Gen;
import dev.trestle.testing.reference.Shape;
import dev.trestle.testing.reference.Shape.Index;
import dev.trestle.testing.reference.Shape.KeyAttribute;
import dev.trestle.testing.reference.Shape.Projection;
import dev.trestle.testing.reference.Values;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The tables of a random run, and the few values their keys take, so that requests meet. */
final class Shapes {
  private static final KeyAttribute GROUP = new KeyAttribute("g", S);
  private static final KeyAttribute COUNT = new KeyAttribute("c", N);
  private static final KeyAttribute LABEL = new KeyAttribute("b", S);
  private static final KeyAttribute RANK = new KeyAttribute("r", N);
  private static final KeyAttribute BLOB = new KeyAttribute("x", B);

  static final List<Shape> ALL =
      List.of(
          new Shape("plain", List.of(new KeyAttribute("pk", S)), List.of(), false),
          ranged(),
          numbers(),
          binaries());

  private static final List<AttributeValue> TEXTS =
      Stream.of(
              "a", "b", "a#b", "#", "aa", "ab", "\u0001", "~", "é", "\uFFFF", "😀", "z".repeat(40))
          .map(Values::text)
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
          .map(Values::number)
          .toList();
  private static final List<AttributeValue> BINARIES =
      List.of(
          Values.binary(0),
          Values.binary(0xFF),
          Values.binary(0, 0),
          Values.binary(1),
          Values.binary(0x7F),
          Values.binary(0x80),
          Values.binary(0xFF, 0),
          Values.binary(0xFF, 0xFF));

  private Shapes() {}

  private static Shape ranged() {
    var pk = new KeyAttribute("pk", S);
    var key = List.of(pk, new KeyAttribute("sk", S));
    return new Shape(
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

  private static Shape numbers() {
    var pk = new KeyAttribute("pk", N);
    var sk = new KeyAttribute("sk", N);
    return new Shape(
        "numbers",
        List.of(pk, sk),
        List.of(
            new Index(
                "multi", false, List.of(GROUP, COUNT), List.of(RANK, LABEL), new Projection.All()),
            new Index("inverted", false, List.of(sk), List.of(pk), new Projection.KeysOnly())),
        true);
  }

  private static Shape binaries() {
    var sk = new KeyAttribute("sk", B);
    return new Shape(
        "binaries",
        List.of(new KeyAttribute("pk", B), sk),
        List.of(new Index("by-blob", false, List.of(BLOB), List.of(sk), new Projection.All())),
        true);
  }

  /** Values of a key attribute: few for what partitions, more for what sorts. */
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
