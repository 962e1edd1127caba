package dev.trestle.design.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A matrix as a self-contained page, with keys drawn as coloured segments. */
final class MatrixHtml {
  private static final int COLOURS = 8;

  private final StringBuilder page = new StringBuilder();

  /** The colour of each part. The same name has the same colour everywhere. */
  private final Map<String, Integer> colours = new LinkedHashMap<>();

  private int next;

  private MatrixHtml() {}

  static String of(Matrix matrix) {
    return new MatrixHtml().write(matrix);
  }

  private String write(Matrix matrix) {
    var name = escaped(matrix.design());
    page.append(
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s: access patterns</title>
        <style>
        %s</style>
        </head>
        <body>
        <main>
        <h1>%s</h1>
        """
            .formatted(name, style(), name));
    patterns(matrix);
    page.append("<h2>Keys</h2>\n");
    page.append(
        "<p class=\"lead\">The content of each key. Literals are grey and parts are coloured; the"
            + " same part has the same colour everywhere.</p>\n<div class=\"diagrams\">\n");
    matrix.diagrams().forEach(this::diagram);
    page.append("</div>\n</main>\n</body>\n</html>\n");
    return page.toString();
  }

  private void patterns(Matrix matrix) {
    long patterns = matrix.rows().stream().filter(row -> !row.step()).count();
    page.append(
        "<p class=\"lead\">%d access patterns. Units are those of one call with the example items.</p>\n"
            .formatted(patterns));
    page.append("<div class=\"scroll\"><table>\n<thead><tr>");
    for (int i = 0; i < MatrixCells.HEADINGS.size(); i++) {
      page.append(MatrixCells.isNumber(i) ? "<th class=\"figure\">" : "<th>")
          .append(MatrixCells.HEADINGS.get(i))
          .append("</th>");
    }
    page.append("</tr></thead>\n<tbody>\n");
    matrix.rows().forEach(this::row);
    page.append("</tbody>\n</table></div>\n");
  }

  private void row(Matrix.Row row) {
    page.append(row.step() ? "<tr class=\"step\">" : "<tr>");
    var cells = MatrixCells.of(row);
    for (int i = 0; i < cells.size(); i++) {
      var text = escaped(cells.get(i));
      var opening =
          switch (i) {
            case 0 -> "<th scope=\"row\">";
            case 1 -> "<td class=\"title\">";
            case 4 -> "<td class=\"key\">";
            default -> MatrixCells.isNumber(i) ? "<td class=\"figure\">" : "<td>";
          };
      page.append(opening);
      if (i == 1) title(row);
      else if (i == 4) key(text);
      else page.append(text);
      page.append(i == 0 ? "</th>" : "</td>");
    }
    page.append("</tr>\n");
  }

  /** The partition key above the sort key. */
  private void key(String text) {
    int comma = text.indexOf(", ");
    if (comma > 0) {
      key(text.substring(0, comma));
      page.append("<code>").append(text, comma + 2, text.length()).append("</code>");
    } else if (!text.isEmpty()) {
      page.append("<code>").append(text).append("</code>");
    }
  }

  private void title(Matrix.Row row) {
    page.append(escaped(row.title()));
    if (row.details().isEmpty()) return;
    page.append("<small>").append(escaped(row.details())).append("</small>");
  }

  private void diagram(KeyDiagram diagram) {
    var name = diagram.index().map(i -> diagram.table() + "/" + i).orElse(diagram.table());
    page.append("<section><h3>%s <span>%s</span></h3>\n".formatted(escaped(name), diagram.kind()));
    page.append("<div class=\"scroll\"><table class=\"keys\"><thead><tr><th>entity</th><th>")
        .append(escaped(diagram.partition()))
        .append("</th><th>")
        .append(escaped(diagram.sort().orElse("")))
        .append("</th></tr></thead><tbody>\n");
    for (var lane : diagram.lanes()) {
      page.append("<tr><th scope=\"row\">").append(escaped(lane.entity()));
      if (lane.sparse()) page.append("<small>sparse</small>");
      page.append("</th><td>");
      segments(lane.partition());
      page.append("</td><td>");
      segments(lane.sort());
      page.append("</td></tr>\n");
    }
    page.append("</tbody></table></div></section>\n");
  }

  private void segments(List<KeyDiagram.Segment> segments) {
    if (segments.isEmpty()) return;
    page.append("<span class=\"template\">");
    for (var segment : segments) {
      var style = segment.literal() ? "literal" : "part c" + colour(segment.text());
      page.append("<span class=\"%s\">%s</span>".formatted(style, escaped(segment.text())));
    }
    page.append("</span>");
  }

  private int colour(String part) {
    return colours.computeIfAbsent(part, name -> next++ % COLOURS);
  }

  private static String style() {
    try (var in = MatrixHtml.class.getResourceAsStream("matrix.css")) {
      if (in == null) throw new IllegalStateException("matrix.css is not there");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
