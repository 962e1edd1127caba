package dev.trestle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of text with aligned columns. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  /** A table with these columns, whose names are printed in capitals. */
  public TextTable(String... columns) {
    var names = new ArrayList<String>();
    for (var column : columns) names.add(column.toUpperCase(Locale.ROOT));
    rows.add(names);
  }

  /** Adds a row with a cell for each column. */
  public TextTable row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** Returns the table, a line for each row. */
  public String print() {
    int[] widths = new int[rows.getFirst().size()];
    for (var row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).codePointCount(0, row.get(i).length()));
      }
    }
    var out = new StringBuilder();
    for (var row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        var cell = row.get(i);
        line.append(cell).repeat(' ', widths[i] - cell.codePointCount(0, cell.length()) + 2);
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }
}
