package dev.trestle.model.matrix;

import dev.trestle.model.Model;
import dev.trestle.model.cost.PatternCost;
import dev.trestle.model.cost.Units;
import dev.trestle.model.design.Design;
import java.util.List;
import java.util.Optional;

/**
 * All patterns of a design in rows, and its keys in diagrams. What a transaction or a composite
 * consists of follows it in rows of their own.
 */
public record Matrix(String design, List<Row> rows, List<Diagram> diagrams) {
  public Matrix {
    rows = List.copyOf(rows);
    diagrams = List.copyOf(diagrams);
  }

  /**
   * One pattern, or one step of the pattern above it.
   *
   * @param step a step of the last row that is none
   * @param operation DynamoDB's name for it
   * @param key the key condition as people read it; empty where the steps have their own
   * @param details condition, changes, filter, reason: what else there is to say
   * @param consistency eventual, consistent or transactional; empty where the steps have their own
   * @param units of one call
   * @param perSecond calls a second as declared; 0 where nothing was
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
      double perSecond) {}

  public static Matrix of(Model model) {
    return of(Design.of(model));
  }

  public static Matrix of(Design design) {
    var rows = new Rows(design);
    for (var pattern : design.patterns()) {
      rows.add(pattern, PatternCost.of(design, pattern).perCall().total());
    }
    return new Matrix(design.name(), rows.list(), Diagram.of(design));
  }

  /** Aligned columns for a terminal. */
  public String text() {
    return MatrixText.of(this);
  }

  public String markdown() {
    return MatrixMarkdown.of(this);
  }

  /** A page that needs nothing else, for light and dark. */
  public String html() {
    return MatrixHtml.of(this);
  }
}
