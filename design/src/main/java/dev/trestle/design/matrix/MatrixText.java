package dev.trestle.design.matrix;

import java.util.ArrayList;
import java.util.List;

/** Formats a matrix in aligned columns. */
final class MatrixText {
  private MatrixText() {}

  static String of(Matrix matrix) {
    var rows = new ArrayList<List<String>>();
    rows.add(MatrixCells.HEADINGS);
    matrix.rows().forEach(row -> rows.add(MatrixCells.of(row)));
    var widths = new int[MatrixCells.HEADINGS.size()];
    for (var row : rows) {
      for (int i = 0; i < widths.length; i++) widths[i] = Math.max(widths[i], length(row.get(i)));
    }
    var text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      line(text, rows.get(i), widths);
      if (i == 0) {
        var rule = new ArrayList<String>();
        for (int width : widths) rule.add("-".repeat(width));
        line(text, rule, widths);
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      if (i > 0) line.append("  ");
      var room = " ".repeat(widths[i] - length(cells.get(i)));
      if (MatrixCells.isNumber(i)) line.append(room).append(cells.get(i));
      else line.append(cells.get(i)).append(room);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
