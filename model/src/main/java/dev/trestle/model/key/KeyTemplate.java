package dev.trestle.model.key;

import java.util.List;
import java.util.Optional;

/**
 * Literals and parts in a row, such as {@code t#<tenant>U#<user>#<inbox>}: the text of a key
 * attribute. Two different rows of values never give the same text; that is proven when the
 * template is declared.
 */
public final class KeyTemplate implements KeyForm {
  /** One piece of a template. */
  public sealed interface Piece {
    /** Text that is always there. */
    record Literal(String text) implements Piece {}

    /** A value of this part. */
    record Slot(Part<?> part) implements Piece {}
  }

  private KeyTemplate() {}

  /** The template of this pattern; every name in angle brackets is one of the parts. */
  public static KeyTemplate of(String pattern, Part<?>... parts) {
    throw new UnsupportedOperationException();
  }

  /** The same without a proof: {@link #ambiguity()} says what the proof would have found. */
  public static KeyTemplate unproven(String pattern, Part<?>... parts) {
    throw new UnsupportedOperationException();
  }

  /** The template that is this part alone. */
  public static KeyTemplate of(Part<?> part) {
    throw new UnsupportedOperationException();
  }

  public String pattern() {
    throw new UnsupportedOperationException();
  }

  public List<Piece> pieces() {
    throw new UnsupportedOperationException();
  }

  public List<Part<?>> parts() {
    throw new UnsupportedOperationException();
  }

  public int maxBytes() {
    throw new UnsupportedOperationException();
  }

  /** The key of these values, one for each part in its order. */
  public String text(Object... values) {
    throw new UnsupportedOperationException();
  }

  /**
   * What all keys with these first values have in common: up to the next part that has no value,
   * literals before it included.
   */
  public String prefix(Object... values) {
    throw new UnsupportedOperationException();
  }

  /** The values of a key's text; refused if it is not a text of this template. */
  public Object[] parse(String text) {
    throw new UnsupportedOperationException();
  }

  /** Two rows of values with the same text, if there are such. */
  public Optional<Witness> ambiguity() {
    throw new UnsupportedOperationException();
  }

  /** A text that both templates have, if there is one. */
  public Optional<Witness> overlap(KeyTemplate other) {
    throw new UnsupportedOperationException();
  }

  /** Why texts would not be in the order of the values up to and including this part, if so. */
  public Optional<String> disorder(Part<?> ranged) {
    throw new UnsupportedOperationException();
  }

  /** A text and the two ways to read it, as a person would write them: {@code tenant=a, user=b}. */
  public record Witness(String text, String one, String other) {}
}
