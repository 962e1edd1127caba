package dev.trestle.model.key;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the texts of a part, or of a literal, look like: the language that proofs reason about. Each
 * holds exactly the texts of its part, except for days that a month does not have, which it holds
 * too.
 */
sealed interface Shape {
  /** One text. */
  record Literal(String text) implements Shape {}

  /** One character. */
  record One(Alphabet alphabet) implements Shape {}

  /** One or more characters, at most so many bytes. */
  record Run(Alphabet alphabet, int maxBytes) implements Shape {}

  /** Decimal digits from one to the other, which are equally long. */
  record Digits(String low, String high) implements Shape {}

  /** One of these texts, none of which begins another. */
  record Codes(List<String> codes) implements Shape {}

  /** What {@link EscapedForm} writes for texts of so many bytes. */
  record Escaped(int valueBytes) implements Shape {}

  /** One after the other. */
  record Row(List<Shape> shapes) implements Shape {}

  default int minBytes() {
    return switch (this) {
      case Literal(var text) -> Utf8.bytes(text);
      case One(var alphabet) -> Utf8.bytes(alphabet.first());
      case Run(var alphabet, _) -> Utf8.bytes(alphabet.first());
      case Digits(var low, _) -> low.length();
      case Codes(var codes) -> codes.stream().mapToInt(Utf8::bytes).min().orElseThrow();
      case Escaped _ -> 1;
      case Row(var shapes) -> shapes.stream().mapToInt(Shape::minBytes).sum();
    };
  }

  default int maxBytes() {
    return switch (this) {
      case Literal(var text) -> Utf8.bytes(text);
      case One(var alphabet) -> Utf8.bytes(alphabet.last());
      case Run(_, int maxBytes) -> maxBytes;
      case Digits(var low, _) -> low.length();
      case Codes(var codes) -> codes.stream().mapToInt(Utf8::bytes).max().orElseThrow();
      case Escaped(int valueBytes) -> EscapedForm.BYTES_FOR_ONE * valueBytes;
      case Row(var shapes) -> shapes.stream().mapToInt(Shape::maxBytes).sum();
    };
  }

  /** How many texts there are; none where that is more than anybody counts. */
  default OptionalLong count() {
    return switch (this) {
      case Literal _ -> OptionalLong.of(1);
      case One(var alphabet) -> OptionalLong.of(alphabet.size());
      case Digits(var low, var high) when low.length() <= COUNTED_DIGITS ->
          OptionalLong.of(Long.parseLong(high) - Long.parseLong(low) + 1);
      case Codes(var codes) -> OptionalLong.of(codes.size());
      case Row(var shapes) -> product(shapes);
      case Digits _, Run _, Escaped _ -> OptionalLong.empty();
    };
  }

  /** Numbers of more digits are never few. */
  int COUNTED_DIGITS = 9;

  private static OptionalLong product(List<Shape> shapes) {
    long product = 1;
    for (var shape : shapes) {
      var count = shape.count();
      if (count.isEmpty() || count.getAsLong() > Integer.MAX_VALUE / product) {
        return OptionalLong.empty();
      }
      product *= count.getAsLong();
    }
    return OptionalLong.of(product);
  }

  /** Every character that occurs in some text. */
  default Alphabet alphabet() {
    return switch (this) {
      case Literal(var text) ->
          text.codePoints().mapToObj(Alphabet::only).reduce(Alphabet::with).orElseThrow();
      case One(var alphabet) -> alphabet;
      case Run(var alphabet, _) -> alphabet;
      case Digits _ -> Alphabet.DIGITS;
      case Codes(var codes) ->
          codes.stream().map(c -> new Literal(c).alphabet()).reduce(Alphabet::with).orElseThrow();
      case Escaped _ -> EscapedForm.WRITTEN;
      case Row(var shapes) ->
          shapes.stream().map(Shape::alphabet).reduce(Alphabet::with).orElseThrow();
    };
  }

  /** The characters that texts begin with. */
  default Alphabet firsts() {
    return switch (this) {
      case Literal(var text) -> Alphabet.only(text.codePointAt(0));
      case One(var alphabet) -> alphabet;
      case Run(var alphabet, _) -> alphabet;
      case Digits(var low, var high) -> Alphabet.between(low.charAt(0), high.charAt(0));
      case Codes(var codes) ->
          codes.stream().map(c -> new Literal(c).firsts()).reduce(Alphabet::with).orElseThrow();
      case Escaped _ -> EscapedForm.WRITTEN;
      case Row(var shapes) -> shapes.getFirst().firsts();
    };
  }

  /** Whether no text begins another one: such a part ends where it ends, whatever follows. */
  default boolean prefixFree() {
    return switch (this) {
      case Literal _, One _, Digits _, Codes _ -> true;
      case Run(_, int maxBytes) -> maxBytes < 2 * minBytes();
      case Escaped _ -> false;
      case Row(var shapes) -> shapes.stream().allMatch(Shape::prefixFree);
    };
  }

  /** The same with each character exchanged for its opposite; none where widths vary. */
  default Optional<Shape> mirrored() {
    return switch (this) {
      case Literal _, One _ -> Optional.of(this);
      case Digits(var low, var high) ->
          Optional.of(new Digits(Mirrored.digits(high), Mirrored.digits(low)));
      case Row(var shapes) -> {
        var mirrored = shapes.stream().map(Shape::mirrored).flatMap(Optional::stream).toList();
        yield mirrored.size() == shapes.size() ? Optional.of(new Row(mirrored)) : Optional.empty();
      }
      case Run _, Codes _, Escaped _ -> Optional.empty();
    };
  }
}
