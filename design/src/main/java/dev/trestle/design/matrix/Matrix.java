package dev.trestle.design.matrix;

import dev.trestle.design.Design;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.Units;
import dev.trestle.model.Model;
import java.util.List;
import java.util.Optional;

/**
 * All patterns of a design as rows, and its keys as diagrams. The parts of a transaction or a
 * composite follow it in their own rows.
 */
public record Matrix(String design, List<Row> rows, List<KeyDiagram> diagrams) {
  public Matrix {
    rows = List.copyOf(rows);
    diagrams = List.copyOf(diagrams);
  }

  /**
   * One pattern, or one step of the pattern above it.
   *
   * @param step whether this is a step of the last pattern above it
   * @param operation DynamoDB's name for it
   * @param key the key condition in readable form; empty if the steps have their own
   * @param details the condition, changes, filter or reason
   * @param consistency eventual, consistent or transactional; empty if the steps have their own
   * @param units the units of one call
   * @param perSecond the declared calls per second; 0 if none were declared
   */
  public record Row(
      boolean step,
      String id,
      String title,
      String table,
      Optional<String> index,
      String operation,
      String key,
      String details,
      String consistency,
      Units units,
      double perSecond) {
    Row with(String operation, String consistency) {
      return new Row(
          step, id, title, table, index, operation, key, details, consistency, units, perSecond);
    }
  }

  public static Matrix of(Model model) {
    return of(Design.of(model));
  }

  public static Matrix of(Design design) {
    var rows = new MatrixRows(design);
    for (var pattern : design.patterns()) {
      rows.add(pattern, PatternCost.of(design, pattern).perCall().total());
    }
    return new Matrix(design.name(), rows.list(), KeyDiagram.of(design));
  }

  /** Returns aligned columns for a terminal. */
  public String text() {
    return MatrixText.of(this);
  }

  public String markdown() {
    return MatrixMarkdown.of(this);
  }

  /** Returns a self-contained page with a light and a dark theme. */
  public String html() {
    return MatrixHtml.of(this);
  }
}
