package dev.trestle.model.key;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The set of texts of a part or a literal, which proofs reason about. It contains exactly the texts
 * of the part, except that it also contains days that a month does not have.
 */
sealed interface Language {
  /** One text. */
  record Literal(String text) implements Language {}

  /** One character. */
  record One(Alphabet alphabet) implements Language {}

  /** One or more characters, up to this many bytes. */
  record Run(Alphabet alphabet, int maxBytes) implements Language {}

  /** Decimal numbers between two bounds of equal length. */
  record Digits(String low, String high) implements Language {}

  /** One of these texts, none of which is a prefix of another. */
  record Codes(List<String> codes) implements Language {}

  /** The texts that {@link EscapedForm} writes for values of up to this many bytes. */
  record Escaped(int valueBytes) implements Language {}

  /** A concatenation. */
  record Row(List<Language> shapes) implements Language {}

  default int minBytes() {
    return switch (this) {
      case Literal(var text) -> Utf8Order.bytes(text);
      case One(var alphabet) -> Utf8Order.bytes(alphabet.first());
      case Run(var alphabet, var ignored) -> Utf8Order.bytes(alphabet.first());
      case Digits(var low, var ignored) -> low.length();
      case Codes(var codes) -> codes.stream().mapToInt(Utf8Order::bytes).min().orElseThrow();
      case Escaped ignored -> 1;
      case Row(var shapes) -> shapes.stream().mapToInt(Language::minBytes).sum();
    };
  }

  default int maxBytes() {
    return switch (this) {
      case Literal(var text) -> Utf8Order.bytes(text);
      case One(var alphabet) -> Utf8Order.bytes(alphabet.last());
      case Run(var ignored, int maxBytes) -> maxBytes;
      case Digits(var low, var ignored) -> low.length();
      case Codes(var codes) -> codes.stream().mapToInt(Utf8Order::bytes).max().orElseThrow();
      case Escaped(int valueBytes) -> EscapedForm.BYTES_FOR_ONE * valueBytes;
      case Row(var shapes) -> shapes.stream().mapToInt(Language::maxBytes).sum();
    };
  }

  /** Returns how many texts there are; empty if there are too many to count. */
  default OptionalLong count() {
    return switch (this) {
      case Literal ignored -> OptionalLong.of(1);
      case One(var alphabet) -> OptionalLong.of(alphabet.size());
      case Digits(var low, var high) when low.length() <= COUNTED_DIGITS ->
          OptionalLong.of(Long.parseLong(high) - Long.parseLong(low) + 1);
      case Codes(var codes) -> OptionalLong.of(codes.size());
      case Row(var shapes) -> product(shapes);
      case Digits ignored -> OptionalLong.empty();
      case Run ignored -> OptionalLong.empty();
      case Escaped ignored -> OptionalLong.empty();
    };
  }

  /** Numbers with more digits are not counted. */
  int COUNTED_DIGITS = 9;

  private static OptionalLong product(List<Language> shapes) {
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

  /** Returns every character that occurs in some text. */
  default Alphabet alphabet() {
    return switch (this) {
      case Literal(var text) ->
          text.codePoints().mapToObj(Alphabet::only).reduce(Alphabet::with).orElseThrow();
      case One(var alphabet) -> alphabet;
      case Run(var alphabet, var ignored) -> alphabet;
      case Digits ignored -> Alphabet.DIGITS;
      case Codes(var codes) ->
          codes.stream().map(c -> new Literal(c).alphabet()).reduce(Alphabet::with).orElseThrow();
      case Escaped ignored -> EscapedForm.WRITTEN;
      case Row(var shapes) ->
          shapes.stream().map(Language::alphabet).reduce(Alphabet::with).orElseThrow();
    };
  }

  /** Returns the characters that texts begin with. */
  default Alphabet firsts() {
    return switch (this) {
      case Literal(var text) -> Alphabet.only(text.codePointAt(0));
      case One(var alphabet) -> alphabet;
      case Run(var alphabet, var ignored) -> alphabet;
      case Digits(var low, var high) -> Alphabet.between(low.charAt(0), high.charAt(0));
      case Codes(var codes) ->
          codes.stream().map(c -> new Literal(c).firsts()).reduce(Alphabet::with).orElseThrow();
      case Escaped ignored -> EscapedForm.WRITTEN;
      case Row(var shapes) -> shapes.getFirst().firsts();
    };
  }

  /**
   * Returns whether no text is a prefix of another one, so that the end of such a part is
   * unambiguous.
   */
  default boolean prefixFree() {
    return switch (this) {
      case Literal ignored -> true;
      case One ignored -> true;
      case Digits ignored -> true;
      case Codes ignored -> true;
      case Run(var ignored, int maxBytes) -> maxBytes < 2 * minBytes();
      case Escaped ignored -> false;
      case Row(var shapes) -> shapes.stream().allMatch(Language::prefixFree);
    };
  }

  /** Returns the language with each character replaced by its opposite; empty if widths vary. */
  default Optional<Language> mirrored() {
    return switch (this) {
      case Literal ignored -> Optional.of(this);
      case One ignored -> Optional.of(this);
      case Digits(var low, var high) ->
          Optional.of(new Digits(DescendingForm.digits(high), DescendingForm.digits(low)));
      case Row(var shapes) -> {
        var mirrored = shapes.stream().map(Language::mirrored).flatMap(Optional::stream).toList();
        yield mirrored.size() == shapes.size() ? Optional.of(new Row(mirrored)) : Optional.empty();
      }
      case Run ignored -> Optional.empty();
      case Codes ignored -> Optional.empty();
      case Escaped ignored -> Optional.empty();
    };
  }
}
