package dev.trestle.ecobid.geo;

/**
 * The area of a map, in degrees. Across the date line, west is greater than east, such as 170 and
 * -170.
 */
public record MapArea(double west, double south, double east, double north) {
  public MapArea {
    // Written so that NaN is rejected too.
    if (!(south >= -90 && south < north && north <= 90)) {
      throw new IllegalArgumentException("not a range of latitudes");
    }
    if (!(Math.abs(west) <= 180 && Math.abs(east) <= 180 && west != east)) {
      throw new IllegalArgumentException("not a range of longitudes");
    }
  }

  public boolean contains(GeoPoint point) {
    if (point.latitude() < south || point.latitude() > north) return false;
    return west < east
        ? point.longitude() >= west && point.longitude() <= east
        : point.longitude() >= west || point.longitude() <= east;
  }

  int firstRow(int precision) {
    return Cell.row(south, precision);
  }

  int lastRow(int precision) {
    return Cell.row(north, precision);
  }

  int firstColumn(int precision) {
    return Cell.column(west, precision);
  }

  /** The number of columns, across the date line if necessary. */
  int columns(int precision) {
    int apart = Cell.column(east, precision) - Cell.column(west, precision);
    if (west < east) return apart + 1;
    return Math.min(apart + Cell.columns(precision) + 1, Cell.columns(precision));
  }
}
