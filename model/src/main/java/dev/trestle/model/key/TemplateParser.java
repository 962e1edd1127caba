package dev.trestle.model.key;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text into the values of a template. In a plain template each part has an obvious end.
 * Otherwise all possible ends are tried, the longest first, and failures are remembered.
 */
final class TemplateParser {
  private final String pattern;
  private final Part<?>[] parts;
  private final String[] literals;
  private final String text;
  private final @Nullable Object[] values;

  /** Positions (part, offset) from which the end cannot be reached. */
  private final BitSet failed = new BitSet();

  private Optional<Object[]> found = Optional.empty();

  TemplateParser(String pattern, Part<?>[] parts, String[] literals, String text) {
    this.pattern = pattern;
    this.parts = parts;
    this.literals = literals;
    this.text = text;
    values = new @Nullable Object[parts.length];
  }

  /**
   * Returns whether each part has a fixed end or is followed by a literal that starts with a
   * character that the part cannot contain. Such a template needs no proof.
   */
  static boolean isPlain(Part<?>[] parts, String[] literals) {
    for (int i = 0; i < parts.length; i++) {
      var follower = literals[i + 1];
      boolean last = i == parts.length - 1 && follower.isEmpty();
      boolean ends =
          last
              || parts[i].shape().prefixFree()
              || (!follower.isEmpty() && !parts[i].alphabet().has(follower.codePointAt(0)));
      if (!ends) return false;
    }
    return true;
  }

  static Object[] plain(String pattern, Part<?>[] parts, String[] literals, String text) {
    var values = new Object[parts.length];
    int at = 0;
    for (int i = 0; i < parts.length; i++) {
      if (!text.startsWith(literals[i], at)) throw unlike(pattern, literals[i]);
      at += literals[i].length();
      int end = parts[i].end(text, at);
      values[i] = parts[i].parse(text, at, end);
      at = end;
    }
    var last = literals[parts.length];
    if (text.length() - at != last.length() || !text.startsWith(last, at)) {
      throw unlike(pattern, last);
    }
    return values;
  }

  private static RefusedValueException unlike(String pattern, String literal) {
    return new RefusedValueException(
        pattern,
        literal.isEmpty() ? "goes on where it should end" : "lacks '" + literal + "' in its place");
  }

  /** Returns the only reading. Rejects a text that has none, or more than one. */
  Object[] only() {
    search(0, 0);
    return found.orElseThrow(
        () -> new RefusedValueException(pattern, "is not a text of this template"));
  }

  /** Returns whether the rest could be read. */
  private boolean search(int part, int from) {
    if (!text.startsWith(literals[part], from)) return false;
    int at = from + literals[part].length();
    if (part == parts.length) return at == text.length() && keep();
    int place = part * (text.length() + 1) + at;
    if (failed.get(place)) return false;
    boolean any = false;
    for (int end = parts[part].end(text, at); end > at; end--) {
      try {
        values[part] = parts[part].parse(text, at, end);
      } catch (RefusedValueException e) {
        continue;
      }
      any |= search(part + 1, end);
    }
    if (!any) failed.set(place);
    return any;
  }

  private boolean keep() {
    if (found.isPresent()) {
      throw new RefusedValueException(pattern, "can be read in two ways");
    }
    found = Optional.of(Arrays.copyOf(values, values.length));
    return true;
  }
}
