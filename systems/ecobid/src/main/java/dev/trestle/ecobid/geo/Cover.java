package dev.trestle.ecobid.geo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cells of one precision that cover an area. Each cell is one query, so there should be few: if
 * more than {@link #CELLS_PREFERRED} would be needed, as near the poles, coarser ones are used.
 */
public record Cover(int precision, List<Cell> cells) {
  static final int CELLS_PREFERRED = 32;

  /** Only the coarsest precision may need more than {@link #CELLS_PREFERRED}. */
  public static final int CELLS_MAX = 64;

  /** The coarsest precision with its own index. */
  static final int COARSEST = 4;

  public Cover {
    cells = List.copyOf(cells);
  }

  /** Returns all cells with a point within the radius. */
  public static Cover of(GeoPoint centre, Radius radius) {
    if (!centre.isServed()) throw new IllegalArgumentException("too near to a pole");
    for (int precision = radius.precision(); precision > COARSEST; precision--) {
      var cells = within(centre, radius.metres(), precision);
      if (cells.size() <= CELLS_PREFERRED) return new Cover(precision, cells);
    }
    return new Cover(COARSEST, within(centre, radius.metres(), COARSEST));
  }

  private static List<Cell> within(GeoPoint centre, double metres, int precision) {
    double reach = GeoPoint.degrees(metres);
    int from = Cell.row(Math.max(-90, centre.latitude() - reach), precision);
    int to = Cell.row(Math.min(90, centre.latitude() + reach), precision);
    int columns = Cell.columns(precision);
    int middle = Cell.column(centre.longitude(), precision);
    var cells = new ArrayList<Cell>();
    for (int row = from; row <= to; row++) {
      // The distance grows with each column to the east and to the west, also across the date line.
      int east = reach(centre, metres, precision, row, middle, 1, columns);
      int west = reach(centre, metres, precision, row, middle, -1, columns - 1 - east);
      for (int i = -west; i <= east; i++) {
        var cell = new Cell(precision, row, Math.floorMod(middle + i, columns));
        if (cell.metresFrom(centre) <= metres) cells.add(cell);
      }
    }
    return cells;
  }

  /** Returns how many columns to one side are within the radius in this row. */
  private static int reach(
      GeoPoint centre, double metres, int precision, int row, int middle, int step, int most) {
    int columns = Cell.columns(precision);
    int reached = 0;
    while (reached < most) {
      int column = Math.floorMod(middle + step * (reached + 1), columns);
      if (new Cell(precision, row, column).metresFrom(centre) > metres) break;
      reached++;
    }
    return reached;
  }

  /**
   * Returns the cells of a map, of the finest precision that needs no more than {@link
   * #CELLS_PREFERRED}.
   *
   * @return the cells, or empty if the area is too large
   */
  public static Optional<Cover> of(MapArea area) {
    for (int precision = Cell.PUBLIC; precision >= Cell.AREA; precision--) {
      long rows = area.lastRow(precision) - area.firstRow(precision) + 1L;
      if (rows * area.columns(precision) <= CELLS_PREFERRED) {
        return Optional.of(new Cover(precision, within(area, precision)));
      }
    }
    return Optional.empty();
  }

  private static List<Cell> within(MapArea area, int precision) {
    var cells = new ArrayList<Cell>();
    for (int row = area.firstRow(precision); row <= area.lastRow(precision); row++) {
      for (int i = 0; i < area.columns(precision); i++) {
        int column = Math.floorMod(area.firstColumn(precision) + i, Cell.columns(precision));
        cells.add(new Cell(precision, row, column));
      }
    }
    return cells;
  }
}
