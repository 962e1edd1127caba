package dev.trestle.app.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of text with aligned columns. */
final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... columns) {
    var names = new ArrayList<String>();
    for (var column : columns) names.add(column.toUpperCase(Locale.ROOT));
    rows.add(names);
  }

  TextTable row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  String print() {
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
