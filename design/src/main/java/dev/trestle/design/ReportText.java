package dev.trestle.design;

import dev.trestle.model.key.Key;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Formats numbers, lists and keys in all reports: findings, plans and matrices. */
public final class ReportText {
  private static final List<String> UNITS = List.of("KB", "MB", "GB", "TB");

  /** What is rounded to a thousand is shown in the next unit. */
  private static final double THOUSAND = 999.5;

  private ReportText() {}

  public static String of(Key key) {
    return switch (key) {
      case Key.Text(var template) -> template.pattern();
      case Key.Number(var part) -> part + " as a number";
      case Key.Bytes(var part) -> part + " as bytes";
    };
  }

  /** {@code a, b and c}. */
  public static String list(Collection<String> names) {
    var all = List.copyOf(names);
    if (all.size() < 2) return String.join("", all);
    return String.join(", ", all.subList(0, all.size() - 1)) + " and " + all.getLast();
  }

  /** {@code 1 fault}, {@code 2 faults}. */
  public static String count(double number, String noun) {
    return number(number) + " " + plural(number, noun);
  }

  /** Returns the noun in the form for this number: {@code query} or {@code queries}. */
  private static String plural(double number, String noun) {
    if (number == 1) return noun;
    if (noun.endsWith("y") && !noun.endsWith("ay")) {
      return noun.substring(0, noun.length() - 1) + "ies";
    }
    return noun.endsWith("x") || noun.endsWith("s") ? noun + "es" : noun + "s";
  }

  /** Formats a number with a sensible number of digits. */
  public static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return String.format(Locale.ROOT, "%,d", (long) value);
    }
    if (value >= 100) return String.format(Locale.ROOT, "%,.0f", value);
    return String.format(Locale.ROOT, value >= 1 ? "%.1f" : "%.2g", value);
  }

  /** Formats a number of bytes as the pages do: 1,010 KB is 1 MB to people. */
  public static String bytes(double bytes) {
    if (bytes < THOUSAND) return count(bytes, "byte");
    int unit = -1;
    double left = bytes;
    while (left >= THOUSAND && unit < UNITS.size() - 1) {
      left /= 1024;
      unit++;
    }
    return number(Math.rint(left * 10) / 10) + " " + UNITS.get(unit);
  }

  public static String dollars(double amount) {
    return String.format(Locale.ROOT, "%.2f", amount);
  }

  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  /** Formats capacity units with a fixed number of digits, for columns. */
  public static String units(double units) {
    return String.format(Locale.ROOT, "%.3f", units);
  }

  /** Formats a number for a table cell in its shortest form; empty for zero. */
  public static String cell(double value) {
    if (value == 0) return "";
    if (Math.abs(value - Math.rint(value)) < 1e-9) return String.format(Locale.ROOT, "%.0f", value);
    if (value < 0.01) return String.format(Locale.ROOT, "%.2g", value);
    return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value)
        .replaceAll("\\.?0+$", "");
  }
}
