package dev.trestle.model.key;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes a text apart into the values of a template. Where the template is plain, each part ends at
 * a place that needs no search; otherwise ends are tried, longest first, and what failed once is
 * not tried again.
 */
final class Reading {
  private final String pattern;
  private final Part<?>[] parts;
  private final String[] literals;
  private final String text;
  private final @Nullable Object[] values;

  /** Places (part, offset) from which no reading reaches the end. */
  private final BitSet failed = new BitSet();

  private Optional<Object[]> found = Optional.empty();

  Reading(String pattern, Part<?>[] parts, String[] literals, String text) {
    this.pattern = pattern;
    this.parts = parts;
    this.literals = literals;
    this.text = text;
    values = new @Nullable Object[parts.length];
  }

  /**
   * Whether each part ends by itself or at a literal that begins with a character the part does not
   * have. Such a template needs no proof.
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
      if (!text.startsWith(literals[i], at)) throw unlike(pattern, text, literals[i]);
      at += literals[i].length();
      int end = parts[i].end(text, at);
      values[i] = parts[i].parse(text, at, end);
      at = end;
    }
    var last = literals[parts.length];
    if (text.length() - at != last.length() || !text.startsWith(last, at)) {
      throw unlike(pattern, text, last);
    }
    return values;
  }

  private static RefusedValueException unlike(String pattern, String text, String literal) {
    return new RefusedValueException(
        pattern,
        text,
        literal.isEmpty() ? "goes on where it should end" : "lacks '" + literal + "' in its place");
  }

  /** The only reading; a text with none or with two is refused. */
  Object[] only() {
    search(0, 0);
    return found.orElseThrow(
        () -> new RefusedValueException(pattern, text, "is not a text of this template"));
  }

  /** Whether some reading of the rest was found. */
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
      throw new RefusedValueException(pattern, text, "can be read in two ways");
    }
    found = Optional.of(Arrays.copyOf(values, values.length));
    return true;
  }
}
