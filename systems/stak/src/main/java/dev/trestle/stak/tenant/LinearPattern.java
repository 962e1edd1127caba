package dev.trestle.stak.tenant;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.JsonSchemaException;
import com.networknt.schema.regex.RegularExpression;
import java.util.ArrayDeque;

/**
 * A schema's regular expression, matched in time linear in the text. Java's own engine needs
 * exponential time for some patterns, which a tenant could choose on purpose.
 */
final class LinearPattern implements RegularExpression {
  /** The largest pattern with its repetitions written out: {@code x{1000}} has size 1000. */
  private static final int SIZE_MAX = 2000;

  private static final int LENGTH_MAX = 1000;

  /** The pattern is too large, or uses what linear matching cannot do. */
  static final class UnsupportedException extends JsonSchemaException {
    private final String pattern;

    UnsupportedException(String pattern) {
      super("unsupported pattern");
      this.pattern = pattern;
    }

    String pattern() {
      return pattern.length() <= LENGTH_MAX ? pattern : pattern.substring(0, LENGTH_MAX) + "…";
    }
  }

  private final Pattern pattern;

  LinearPattern(String text) {
    if (text.length() > LENGTH_MAX || new Size(text).total() > SIZE_MAX) {
      throw new UnsupportedException(text);
    }
    try {
      pattern = Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new UnsupportedException(text);
    }
    if (pattern.programSize() > SIZE_MAX) throw new UnsupportedException(text);
  }

  @Override
  public boolean matches(String text) {
    ValidationBudget.patternSteps((long) pattern.programSize() * text.length());
    return pattern.matcher(text).find();
  }

  /**
   * The size of a pattern with its repetitions written out. The engine writes them out without a
   * bound of its own: {@code ((a{900}){900}){900}} would fill the heap.
   */
  private static final class Size {
    private static final java.util.regex.Pattern REPETITION =
        java.util.regex.Pattern.compile("\\{([0-9]{1,9})(?:,([0-9]{0,9}))?\\}");

    private final String text;
    private final ArrayDeque<Long> outer = new ArrayDeque<>();

    /** The size of the group that is being read, without its last part. */
    private long sum;

    /** The size of that last part, which a repetition may follow. */
    private long last;

    Size(String text) {
      this.text = text;
    }

    long total() {
      int at = 0;
      while (at < text.length()) at = step(at);
      long total = sum + last;
      for (long each : outer) total += each;
      return total;
    }

    private int step(int at) {
      switch (text.charAt(at)) {
        case '\\' -> part(1);
        case '[' -> {
          part(1);
          return afterClass(at);
        }
        case '(' -> {
          outer.push(sum + last);
          sum = 0;
          last = 0;
          return at + 1;
        }
        case ')' -> {
          last += sum;
          sum = outer.isEmpty() ? 0 : outer.pop();
          return at + 1;
        }
        case '{' -> {
          return repeat(at);
        }
        default -> {
          part(1);
          return at + 1;
        }
      }
      return at + 2;
    }

    private void part(long size) {
      sum += last;
      last = size;
    }

    private int repeat(int at) {
      var matcher = REPETITION.matcher(text).region(at, text.length());
      if (!matcher.lookingAt()) {
        part(1);
        return at + 1;
      }
      long most = Long.parseLong(matcher.group(1));
      var upTo = matcher.group(2);
      if (upTo != null && !upTo.isEmpty()) most = Math.max(most, Long.parseLong(upTo));
      last = Math.min(SIZE_MAX + 1L, Math.max(1, last) * Math.max(1, most));
      return matcher.end();
    }

    private int afterClass(int at) {
      int next = at + 1;
      if (next < text.length() && text.charAt(next) == '^') next++;
      // A closing bracket in first place belongs to the class.
      if (next < text.length() && text.charAt(next) == ']') next++;
      while (next < text.length() && text.charAt(next) != ']') {
        next += text.charAt(next) == '\\' ? 2 : 1;
      }
      return next + 1;
    }
  }
}
