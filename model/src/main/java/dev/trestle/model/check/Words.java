package dev.trestle.model.check;

import dev.trestle.model.key.Key;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Keys, lists and figures as messages have them, and words found in texts of conditions. */
final class Words {
  private Words() {}

  static String of(Key key) {
    return switch (key) {
      case Key.Text(var template) -> template.pattern();
      case Key.Number(var part) -> part + " as a number";
      case Key.Bytes(var part) -> part + " as bytes";
    };
  }

  /** {@code a, b and c}. */
  static String list(Collection<String> names) {
    var all = List.copyOf(names);
    if (all.size() < 2) return String.join("", all);
    return String.join(", ", all.subList(0, all.size() - 1)) + " and " + all.getLast();
  }

  static String figure(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return String.format(Locale.ROOT, "%,d", (long) value);
    }
    if (value >= 100) return String.format(Locale.ROOT, "%,.0f", value);
    return String.format(Locale.ROOT, value >= 1 ? "%.1f" : "%.2g", value);
  }

  static String bytes(double bytes) {
    if (bytes >= 1L << 30) return figure(bytes / (1L << 30)) + " GB";
    if (bytes >= 1 << 20) return figure(bytes / (1 << 20)) + " MB";
    if (bytes >= 1 << 10) return figure(bytes / (1 << 10)) + " KB";
    return figure(bytes) + " bytes";
  }

  /** Whether a text of a condition or change has this parameter in it, outside quoted literals. */
  static boolean hasParameter(String text, String name) {
    return has(text, name, true);
  }

  /** Whether a text of a condition or change has this attribute in it. */
  static boolean hasAttribute(String text, String name) {
    return has(text, name, false);
  }

  private static boolean has(String text, String name, boolean parameter) {
    boolean quoted = false;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') quoted = !quoted;
      if (quoted || !text.startsWith(name, at)) continue;
      int end = at + name.length();
      char before = at == 0 ? ' ' : text.charAt(at - 1);
      boolean ends = end == text.length() || !isNameCharacter(text.charAt(end));
      boolean begins = parameter ? before == ':' : !isNameCharacter(before) && before != ':';
      if (ends && begins && before != '.') return true;
    }
    return false;
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-';
  }
}
