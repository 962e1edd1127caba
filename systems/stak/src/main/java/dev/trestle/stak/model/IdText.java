package dev.trestle.stak.model;

import java.util.regex.Pattern;

/** The texts that callers may choose as ids: never {@code #}, which separates ids in keys. */
public final class IdText {
  /** Categories follow the same rule; {@code *} means all of them and is not a category. */
  public static final int CATEGORY_LENGTH_MAX = 64;

  private static final Pattern ALLOWED = Pattern.compile("[0-9A-Za-z._@:+-]+");

  private IdText() {}

  public static boolean isValid(String text, int lengthMax) {
    return text.length() <= lengthMax && ALLOWED.matcher(text).matches();
  }

  static void check(String text, int lengthMax, String what) {
    if (!isValid(text, lengthMax)) throw new IllegalArgumentException("invalid " + what + " id");
  }

  /** The rule, for people. */
  public static String rule(int lengthMax) {
    return "Use 1 to " + lengthMax + " letters, digits or any of . _ @ : + -";
  }
}
