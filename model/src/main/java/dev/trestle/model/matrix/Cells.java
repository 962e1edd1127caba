package dev.trestle.model.matrix;

import java.util.List;
import java.util.Locale;

/** A row as texts, in the order of the columns. */
final class Cells {
  static final List<String> HEADINGS =
      List.of("id", "pattern", "table", "operation", "key", "consistency", "RCU", "WCU", "load");

  /** Below this many calls a second people think in days. */
  private static final double A_FEW = 0.05;

  private Cells() {}

  static List<String> of(Matrix.Row row) {
    return List.of(
        (row.step() ? "· " : "") + row.id(),
        row.title(),
        row.index().map(index -> row.table() + "/" + index).orElse(row.table()),
        row.operation(),
        row.key(),
        row.consistency(),
        figure(row.units().read()),
        figure(row.units().write()),
        row.step() ? "" : load(row.perSecond()));
  }

  static boolean isFigure(int column) {
    return column >= 6;
  }

  /** Calls a second, or a day where that is the better measure. */
  private static String load(double perSecond) {
    if (perSecond == 0) return "";
    return perSecond >= A_FEW ? figure(perSecond) + "/s" : figure(perSecond * 86_400) + "/day";
  }

  static String figure(double value) {
    if (value == 0) return "";
    if (Math.abs(value - Math.rint(value)) < 1e-9) return String.format(Locale.ROOT, "%.0f", value);
    if (value < 0.01) return String.format(Locale.ROOT, "%.2g", value);
    return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value)
        .replaceAll("\\.?0+$", "");
  }
}
