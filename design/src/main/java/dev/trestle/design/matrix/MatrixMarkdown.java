package dev.trestle.design.matrix;

import java.util.List;
import java.util.stream.Collectors;

/** A matrix as a Markdown table, followed by a table of keys. */
final class MatrixMarkdown {
  private MatrixMarkdown() {}

  static String of(Matrix matrix) {
    var text = new StringBuilder("# %s: access patterns\n\n".formatted(matrix.design()));
    line(text, MatrixCells.HEADINGS);
    text.append('|');
    for (int i = 0; i < MatrixCells.HEADINGS.size(); i++) {
      text.append(MatrixCells.isNumber(i) ? "---:|" : "---|");
    }
    text.append('\n');
    for (var row : matrix.rows()) {
      var cells =
          MatrixCells.of(row).stream().map(MatrixMarkdown::escaped).collect(Collectors.toList());
      if (!row.key().isEmpty()) cells.set(4, "`%s`".formatted(row.key().replace("|", "\\|")));
      line(text, cells);
    }
    text.append("\n## Keys\n");
    for (var diagram : matrix.diagrams()) keys(text, diagram);
    return text.toString();
  }

  private static void keys(StringBuilder text, KeyDiagram diagram) {
    var name = diagram.index().map(i -> diagram.table() + "/" + i).orElse(diagram.table());
    text.append("\n### %s (%s)\n\n".formatted(name, diagram.kind()));
    line(text, List.of("entity", diagram.partition(), diagram.sort().orElse("")));
    text.append("|---|---|---|\n");
    for (var lane : diagram.lanes()) {
      line(
          text,
          List.of(
              lane.entity() + (lane.sparse() ? " (sparse)" : ""),
              code(lane.partition()),
              code(lane.sort())));
    }
  }

  private static String code(List<KeyDiagram.Segment> segments) {
    if (segments.isEmpty()) return "";
    return segments.stream()
        .map(segment -> segment.literal() ? segment.text() : "<" + segment.text() + ">")
        .collect(Collectors.joining("", "`", "`"))
        .replace("|", "\\|");
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
  }
}
