package dev.trestle.model.matrix;

import java.util.List;
import java.util.Locale;

/** A row as texts, in the order of the columns. */
final class Cells {
  static final List<String> HEADINGS =
      List.of("id", "pattern", "table", "operation", "key", "consistency", "RCU", "WCU", "calls/s");

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
        row.step() ? "" : figure(row.perSecond()));
  }

  static boolean isFigure(int column) {
    return column >= 6;
  }

  static String figure(double value) {
    if (value == 0) return "";
    if (value == Math.rint(value)) return String.format(Locale.ROOT, "%.0f", value);
    if (value >= 0.01)
      return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value).replaceAll("0+$", "");
    return String.format(Locale.ROOT, "%.2g", value);
  }
}
