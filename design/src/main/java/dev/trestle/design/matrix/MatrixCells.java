package dev.trestle.design.matrix;

import dev.trestle.design.ReportText;
import java.util.List;

/** The texts of a row, in the order of the columns. */
final class MatrixCells {
  static final List<String> HEADINGS =
      List.of("id", "pattern", "table", "operation", "key", "consistency", "RCU", "WCU", "load");

  /** Below this rate, calls are shown per day. */
  private static final double A_FEW = 0.05;

  private MatrixCells() {}

  static List<String> of(Matrix.Row row) {
    return List.of(
        (row.step() ? "· " : "") + row.id(),
        row.title(),
        row.index().map(index -> row.table() + "/" + index).orElse(row.table()),
        row.operation(),
        row.key(),
        row.consistency(),
        ReportText.cell(row.units().read()),
        ReportText.cell(row.units().write()),
        row.step() ? "" : load(row.perSecond()));
  }

  static boolean isNumber(int column) {
    return column >= 6;
  }

  /** Calls per second, or per day if there are few. */
  private static String load(double perSecond) {
    if (perSecond == 0) return "";
    return perSecond >= A_FEW
        ? ReportText.cell(perSecond) + "/s"
        : ReportText.cell(perSecond * 86_400) + "/day";
  }
}
