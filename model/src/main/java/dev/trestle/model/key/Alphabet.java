package dev.trestle.model.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The characters that a key part may contain, as ranges of code points. No alphabet contains
 * surrogates, which would all become question marks in UTF-8, or U+10FFFF, which is not a character
 * and serves as an upper bound of ranges.
 */
public final class Alphabet {
  /** Sorts above every character of every alphabet. */
  static final int ABOVE_ALL = Character.MAX_CODE_POINT;

  /** The digits 0 to 9. */
  public static final Alphabet DIGITS = of("0-9");

  /** All characters. */
  public static final Alphabet UNICODE = new Alphabet(new int[] {0, 0xD7FF, 0xE000, ABOVE_ALL - 1});

  /** The characters of a ULID. */
  public static final Alphabet CROCKFORD = of("0-9A-HJKMNP-TV-Z");

  /** The first and last code point of each range, ascending. Ranges do not touch. */
  private final int[] ranges;

  /** The ASCII characters as bits, because most lookups are for one of them. */
  private final long below64;

  private final long below128;

  private Alphabet(int[] ranges) {
    this.ranges = ranges;
    long low = 0;
    long high = 0;
    for (int c = 0; c < 64; c++) {
      if (within(c)) low |= 1L << c;
      if (within(c + 64)) high |= 1L << c;
    }
    below64 = low;
    below128 = high;
  }

  /**
   * Characters and ranges as in a character class of a regular expression: {@code a-z0-9_}. A
   * hyphen at either end stands for itself; a backslash escapes the next character.
   */
  public static Alphabet of(String ranges) {
    if (ranges.isEmpty()) throw new IllegalArgumentException("an alphabet without characters");
    return new Alphabet(merged(parsed(ranges)));
  }

  /** Only these characters. */
  static Alphabet only(int codePoint) {
    return new Alphabet(new int[] {codePoint, codePoint});
  }

  static Alphabet between(int first, int last) {
    return new Alphabet(new int[] {first, last});
  }

  /** Returns whether this character is in it. */
  public boolean has(int codePoint) {
    if (codePoint < 64) return codePoint >= 0 && (below64 >>> codePoint & 1) != 0;
    if (codePoint < 128) return (below128 >>> codePoint & 1) != 0;
    return within(codePoint);
  }

  /** Returns whether some character is in both. */
  public boolean meets(Alphabet other) {
    for (int i = 0, j = 0; i < ranges.length && j < other.ranges.length; ) {
      if (ranges[i + 1] < other.ranges[j]) i += 2;
      else if (other.ranges[j + 1] < ranges[i]) j += 2;
      else return true;
    }
    return false;
  }

  /** Returns the union. */
  public Alphabet with(Alphabet other) {
    var all = new ArrayList<int[]>();
    for (int i = 0; i < ranges.length; i += 2) all.add(new int[] {ranges[i], ranges[i + 1]});
    for (int i = 0; i < other.ranges.length; i += 2) {
      all.add(new int[] {other.ranges[i], other.ranges[i + 1]});
    }
    return new Alphabet(merged(all));
  }

  /** Returns these characters without those of the other alphabet. Some must be left. */
  public Alphabet without(Alphabet other) {
    var left = new ArrayList<int[]>();
    for (int i = 0; i < ranges.length; i += 2) {
      int from = ranges[i];
      for (int j = 0; j < other.ranges.length && from <= ranges[i + 1]; j += 2) {
        if (other.ranges[j + 1] < from || other.ranges[j] > ranges[i + 1]) continue;
        if (other.ranges[j] > from) left.add(new int[] {from, other.ranges[j] - 1});
        from = other.ranges[j + 1] + 1;
      }
      if (from <= ranges[i + 1]) left.add(new int[] {from, ranges[i + 1]});
    }
    if (left.isEmpty()) throw new IllegalArgumentException("an alphabet without characters");
    return new Alphabet(merged(left));
  }

  /** How many characters there are. */
  int size() {
    int sum = 0;
    for (int i = 0; i < ranges.length; i += 2) sum += ranges[i + 1] - ranges[i] + 1;
    return sum;
  }

  /** The lowest character. */
  int first() {
    return ranges[0];
  }

  /** The highest character. */
  int last() {
    return ranges[ranges.length - 1];
  }

  /** First and last code point of each range, ascending. */
  int[] ranges() {
    return ranges.clone();
  }

  private boolean within(int codePoint) {
    for (int i = 0; i < ranges.length; i += 2) {
      if (codePoint <= ranges[i + 1]) return codePoint >= ranges[i];
    }
    return false;
  }

  private static List<int[]> parsed(String text) {
    var found = new ArrayList<int[]>();
    int[] points = text.codePoints().toArray();
    for (int i = 0; i < points.length; i++) {
      if (points[i] == '\\' && i + 1 < points.length) i++;
      int first = points[i];
      int last = first;
      if (i + 2 < points.length && points[i + 1] == '-') {
        i += 2;
        if (points[i] == '\\' && i + 1 < points.length) i++;
        last = points[i];
      }
      if (first > last) throw new IllegalArgumentException("a range backwards in " + text);
      if ((first <= 0xDFFF && last >= 0xD800) || last == ABOVE_ALL) {
        throw new IllegalArgumentException("surrogates or U+10FFFF in an alphabet");
      }
      found.add(new int[] {first, last});
    }
    return found;
  }

  private static int[] merged(List<int[]> found) {
    var sorted = new ArrayList<>(found);
    sorted.sort((a, b) -> Integer.compare(a[0], b[0]));
    int[] merged = new int[2 * sorted.size()];
    int used = 0;
    for (int[] range : sorted) {
      if (used > 0 && range[0] <= merged[used - 1] + 1) {
        merged[used - 1] = Math.max(merged[used - 1], range[1]);
      } else {
        merged[used++] = range[0];
        merged[used++] = range[1];
      }
    }
    return Arrays.copyOf(merged, used);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Alphabet that && Arrays.equals(ranges, that.ranges);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ranges);
  }

  /** Returns the form from which {@link #of} creates the same alphabet. */
  public String pattern() {
    var text = new StringBuilder();
    for (int i = 0; i < ranges.length; i += 2) {
      appendExactly(text, ranges[i]);
      if (ranges[i + 1] > ranges[i]) {
        text.append('-');
        appendExactly(text, ranges[i + 1]);
      }
    }
    return text.toString();
  }

  private static void appendExactly(StringBuilder text, int codePoint) {
    if (codePoint == '-' || codePoint == '\\') text.append('\\');
    text.appendCodePoint(codePoint);
  }

  /** As {@link #of} reads it, in brackets. */
  @Override
  public String toString() {
    var text = new StringBuilder("[");
    for (int i = 0; i < ranges.length; i += 2) {
      append(text, ranges[i]);
      if (ranges[i + 1] > ranges[i]) {
        if (ranges[i + 1] > ranges[i] + 1) text.append('-');
        append(text, ranges[i + 1]);
      }
    }
    return text.append(']').toString();
  }

  private static void append(StringBuilder text, int codePoint) {
    if (codePoint == '-' || codePoint == '\\' || codePoint == ']') text.append('\\');
    if (codePoint < ' ' || (codePoint >= 0x7F && !Character.isLetterOrDigit(codePoint))) {
      text.append("U+%04X".formatted(codePoint));
    } else {
      text.appendCodePoint(codePoint);
    }
  }
}
