package dev.trestle.model.key;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * Literals and parts in a row, such as {@code t#<tenant>U#<user>#<inbox>}: the text of a key
 * attribute. Two different rows of values never give the same text; that is proven when the
 * template is declared.
 */
public final class KeyTemplate implements KeyContent {
  /** One piece of a template. */
  public sealed interface Piece {
    /** Text that is always there. */
    record Literal(String text) implements Piece {}

    /** A value of this part. */
    record Slot(Part<?> part) implements Piece {}
  }

  private final String pattern;
  private final List<Piece> pieces;
  private final Part<?>[] parts;

  /** The literal before each part, perhaps empty, and the one after the last. */
  private final String[] literals;

  private final int length;
  private final boolean plain;
  private final Optional<Witness> ambiguity;

  private KeyTemplate(String pattern, List<Piece> pieces) {
    this.pattern = pattern;
    this.pieces = pieces;
    var slots = new ArrayList<Part<?>>();
    var between = new ArrayList<String>();
    var literal = "";
    for (var piece : pieces) {
      switch (piece) {
        case Piece.Literal(var text) -> literal = text;
        case Piece.Slot(var part) -> {
          slots.add(part);
          between.add(literal);
          literal = "";
        }
      }
    }
    between.add(literal);
    parts = slots.toArray(new Part<?>[0]);
    literals = between.toArray(new String[0]);
    length = lengthGuess();
    plain = Reading.isPlain(parts, literals);
    ambiguity = plain ? Optional.empty() : Proof.ambiguity(this);
  }

  /**
   * The template of this pattern; every name in angle brackets is one of the parts.
   *
   * @throws AmbiguousTemplateException if two rows of values have the same text
   */
  public static KeyTemplate of(String pattern, Part<?>... parts) {
    return proven(unproven(pattern, parts));
  }

  /** The same without a proof: {@link #ambiguity()} says what the proof would have found. */
  public static KeyTemplate unproven(String pattern, Part<?>... parts) {
    var byName = new HashMap<String, Part<?>>();
    for (var part : parts) {
      if (byName.put(part.name(), part) != null) {
        throw new IllegalArgumentException(pattern + ": two parts named " + part.name());
      }
    }
    return new KeyTemplate(pattern, Pattern.pieces(pattern, byName));
  }

  /** The template that is this part alone. */
  public static KeyTemplate of(Part<?> part) {
    return of(part.toString(), part);
  }

  private static KeyTemplate proven(KeyTemplate template) {
    template.ambiguity.ifPresent(witness -> {
      throw new AmbiguousTemplateException(template.pattern, witness);
    });
    return template;
  }

  public String pattern() {
    return pattern;
  }

  public List<Piece> pieces() {
    return pieces;
  }

  /** The parts in the order in which they stand in the pattern. */
  public List<Part<?>> parts() {
    return List.of(parts);
  }

  /** The bytes of the longest text. */
  public int maxBytes() {
    int sum = 0;
    for (var part : parts) sum += part.maxBytes();
    for (var literal : literals) sum += Utf8.bytes(literal);
    return sum;
  }

  /** The key of these values, one for each part in its order. */
  public String text(Object... values) {
    if (values.length != parts.length) {
      throw new IllegalArgumentException(
          "%s: %d values for %d parts".formatted(pattern, values.length, parts.length));
    }
    return prefix(values);
  }

  /**
   * What all keys with these first values have in common: up to the next part that has no value,
   * literals before it included. With all values it is the key.
   */
  public String prefix(Object... values) {
    var out = new StringBuilder(length);
    append(out, values);
    return out.append(literals[values.length]).toString();
  }

  /** The values of a key's text; refused if it is not a text of this template. */
  public Object[] parse(String text) {
    return plain
        ? Reading.plain(pattern, parts, literals, text)
        : new Reading(pattern, parts, literals, text).only();
  }

  /** Two rows of values with the same text, if there are such. */
  public Optional<Witness> ambiguity() {
    return ambiguity;
  }

  /** A text that both templates have, if there is one. */
  public Optional<Witness> overlap(KeyTemplate other) {
    return Proof.overlap(this, other);
  }

  /**
   * A text of the other template that begins as the keys of this one do when so many of its first
   * values are given: what a query for this one's keys would also meet. If there is one.
   */
  public Optional<Witness> catches(int bound, KeyTemplate other) {
    return Proof.catches(this, bound, other);
  }

  /**
   * A key with other values that begins as the keys do when so many first values are given: a query
   * by those would meet it too. If there is one.
   */
  public Optional<Witness> leak(int bound) {
    return bound == 0 ? Optional.empty() : Proof.leak(this, bound);
  }

  /**
   * Why a range over this part, with all parts before it given, would not be exactly the keys whose
   * values lie in it, in the order of the values. None if it is.
   */
  public Optional<String> disorder(Part<?> ranged) {
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].name().equals(ranged.name())) return Order.disorder(this, i);
    }
    throw new IllegalArgumentException(pattern + " has no part " + ranged.name());
  }

  /** The keys with these first values: where ranges of texts start. */
  public Within within(Object... bound) {
    if (bound.length > parts.length) {
      throw new IllegalArgumentException(
          "%s: %d values for %d parts".formatted(pattern, bound.length, parts.length));
    }
    return new Within(this, bound);
  }

  /** The literal before the part of this number, or the last literal; perhaps empty. */
  String literal(int part) {
    return literals[part];
  }

  Part<?> part(int number) {
    return parts[number];
  }

  int size() {
    return parts.length;
  }

  /** The texts of these values and the literals before each. */
  void append(StringBuilder out, Object[] values) {
    if (values.length > parts.length) {
      throw new IllegalArgumentException(
          "%s: %d values for %d parts".formatted(pattern, values.length, parts.length));
    }
    for (int i = 0; i < values.length; i++) {
      out.append(literals[i]);
      parts[i].append(out, values[i]);
    }
  }

  private int lengthGuess() {
    int sum = 0;
    for (var part : parts) sum += Math.min(part.maxBytes(), 32);
    for (var literal : literals) sum += literal.length();
    return sum;
  }

  /** The pattern. */
  @Override
  public String toString() {
    return pattern;
  }

  /** A text and the two ways to read it, as a person would write them: {@code tenant=a, user=b}. */
  public record Witness(String text, String one, String other) {
    /** {@code tenant=a, user=b and tenant=ab both give t#ab}. */
    @Override
    public String toString() {
      return one + " and " + other + " both give " + text;
    }
  }
}
