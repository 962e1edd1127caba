package dev.trestle.model.key;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * A sequence of literals and parts, such as {@code t#<tenant>U#<user>#<inbox>}: the text of a key
 * attribute. Different values never produce the same text; this is proven when the template is
 * declared.
 */
public final class KeyTemplate implements KeyContent {
  /** One piece of a template. */
  public sealed interface Piece {
    /** A fixed text. */
    record Literal(String text) implements Piece {}

    /** A value of this part. */
    record Slot(Part<?> part) implements Piece {}
  }

  private final String pattern;
  private final List<Piece> pieces;
  private final Part<?>[] parts;

  /** The literal before each part, possibly empty, and the one after the last part. */
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
    plain = TemplateParser.isPlain(parts, literals);
    ambiguity = plain ? Optional.empty() : TemplateProof.ambiguity(this);
  }

  /**
   * Creates the template of this pattern. Every name in angle brackets must be one of the parts.
   *
   * @throws AmbiguousTemplateException if two different sequences of values have the same text
   */
  public static KeyTemplate of(String pattern, Part<?>... parts) {
    return proven(unproven(pattern, parts));
  }

  /**
   * Creates the template without a proof. {@link #ambiguity()} returns what the proof would have
   * found.
   */
  public static KeyTemplate unproven(String pattern, Part<?>... parts) {
    var byName = new HashMap<String, Part<?>>();
    for (int i = 0; i < parts.length; i++) {
      var part = parts[i];
      if (part == null) {
        throw new IllegalArgumentException(
            "%s: part number %d of those given is null. Declare it above the template."
                .formatted(pattern, i + 1));
      }
      if (byName.put(part.name(), part) != null) {
        throw new IllegalArgumentException(pattern + ": two parts named " + part.name());
      }
    }
    return new KeyTemplate(pattern, TemplateSyntax.pieces(pattern, byName));
  }

  /** Creates a template that consists of this part only. */
  public static KeyTemplate of(Part<?> part) {
    return of(part.toString(), part);
  }

  private static KeyTemplate proven(KeyTemplate template) {
    template.ambiguity.ifPresent(witness -> {
      throw new AmbiguousTemplateException(template.pattern, witness);
    });
    return template;
  }

  /** The text that it was declared with, such as {@code USER#<user>}. */
  public String pattern() {
    return pattern;
  }

  /** The literals and parts, in the order of the pattern. */
  public List<Piece> pieces() {
    return pieces;
  }

  /** The parts, in the order of the pattern. */
  public List<Part<?>> parts() {
    return List.of(parts);
  }

  /** The length of the longest text in bytes. */
  public int maxBytes() {
    int sum = 0;
    for (var part : parts) sum += part.maxBytes();
    for (var literal : literals) sum += Utf8Order.bytes(literal);
    return sum;
  }

  /** Returns the key with these values, one for each part. */
  public String text(Object... values) {
    if (values.length != parts.length) {
      throw new IllegalArgumentException(
          "%s: %d values for %d parts".formatted(pattern, values.length, parts.length));
    }
    return prefix(values);
  }

  /**
   * Returns the common prefix of all keys with these first values, including the literals before
   * the next part. With all values it is the key.
   */
  public String prefix(Object... values) {
    if (values.length == 1 && parts.length > 0) {
      // most keys have one part: joining three texts is faster than a builder
      return literals[0].concat(parts[0].textOf(values[0])).concat(literals[1]);
    }
    var out = new StringBuilder(length);
    append(out, values);
    return out.append(literals[values.length]).toString();
  }

  /** Reads the values from a key's text. Rejects a text that does not match this template. */
  public Object[] parse(String text) {
    return plain
        ? TemplateParser.plain(pattern, parts, literals, text)
        : new TemplateParser(pattern, parts, literals, text).only();
  }

  /** Returns two sequences of values with the same text, if there are any. */
  public Optional<Witness> ambiguity() {
    return ambiguity;
  }

  /** Returns a text that matches both templates, if there is one. */
  public Optional<Witness> overlap(KeyTemplate other) {
    return TemplateProof.overlap(this, other);
  }

  /**
   * Returns a text of the other template that starts like this template's keys when their first
   * values are given: one that a query for this template's keys would also find.
   */
  public Optional<Witness> catches(int bound, KeyTemplate other) {
    return TemplateProof.catches(this, bound, other);
  }

  /**
   * Returns a key with other first values that has the prefix of the given ones, so that a query by
   * prefix would also find it.
   */
  public Optional<Witness> leak(int bound) {
    return bound == 0 ? Optional.empty() : TemplateProof.leak(this, bound);
  }

  /**
   * Returns why a range over this part, with all parts before it given, would not contain exactly
   * the keys whose values are in the range, in the order of the values; empty if it does.
   */
  public Optional<String> disorder(Part<?> ranged) {
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].name().equals(ranged.name())) return RangeOrder.disorder(this, i);
    }
    throw new IllegalArgumentException(pattern + " has no part " + ranged.name());
  }

  /** Returns the keys with these first values, to select ranges from. */
  public KeyRanges within(Object... bound) {
    if (bound.length > parts.length) {
      throw new IllegalArgumentException(
          "%s: %d values for %d parts".formatted(pattern, bound.length, parts.length));
    }
    return new KeyRanges(this, bound);
  }

  /** Returns the literal before this part, or the last literal. May be empty. */
  String literal(int part) {
    return literals[part];
  }

  Part<?> part(int number) {
    return parts[number];
  }

  int size() {
    return parts.length;
  }

  /** Returns the texts of these values with the literals before each. */
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

  /** Returns the pattern. */
  @Override
  public String toString() {
    return pattern;
  }

  /** A text and two ways to read it, in readable form: {@code tenant=a, user=b}. */
  public record Witness(String text, String one, String other) {
    /** For example {@code tenant=a, user=b and tenant=ab both give t#ab}. */
    @Override
    public String toString() {
      return one + " and " + other + " both give " + text;
    }
  }
}
