package dev.trestle.ecobid.geo;

/**
 * A geohash cell: a rectangle of latitudes and longitudes. Cells of one precision tile the earth in
 * rows from south to north and columns from west to east.
 *
 * @param precision characters of the hash: 3 is about 156 km wide at the equator, 4 is 39 km, 5 is
 *     5 km and 6 is 1.2 km
 */
public record Cell(int precision, int row, int column) {
  /** The finest precision, and so all that strangers learn about a place. */
  public static final int PUBLIC = 6;

  /** The cell of about 156 km: a market. */
  public static final int AREA = 3;

  private static final String ALPHABET = "0123456789bcdefghjkmnpqrstuvwxyz";
  private static final int BITS_PER_CHARACTER = 5;

  public Cell {
    if (precision < 1 || precision > PUBLIC) {
      throw new IllegalArgumentException("a precision of " + precision);
    }
    if (row < 0 || row >= rows(precision) || column < 0 || column >= columns(precision)) {
      throw new IllegalArgumentException("no cell in this row and column");
    }
  }

  public static Cell of(GeoPoint point, int precision) {
    return new Cell(
        precision, row(point.latitude(), precision), column(point.longitude(), precision));
  }

  /** The cell with this hash. */
  public static Cell parse(String hash) {
    int row = 0;
    int column = 0;
    boolean isColumn = true;
    for (int i = 0; i < hash.length() && i <= PUBLIC; i++) {
      int value = ALPHABET.indexOf(hash.charAt(i));
      if (value < 0) throw new IllegalArgumentException("not a geohash");
      for (int bit = BITS_PER_CHARACTER - 1; bit >= 0; bit--) {
        int digit = value >> bit & 1;
        if (isColumn) column = column << 1 | digit;
        else row = row << 1 | digit;
        isColumn = !isColumn;
      }
    }
    return new Cell(hash.length(), row, column);
  }

  public String hash() {
    int bits = BITS_PER_CHARACTER * precision;
    int columnBit = columnBits(precision);
    int rowBit = bits - columnBit;
    var text = new StringBuilder(precision);
    int value = 0;
    for (int i = 0; i < bits; i++) {
      int digit = i % 2 == 0 ? column >> --columnBit & 1 : row >> --rowBit & 1;
      value = value << 1 | digit;
      if (i % BITS_PER_CHARACTER == BITS_PER_CHARACTER - 1) {
        text.append(ALPHABET.charAt(value));
        value = 0;
      }
    }
    return text.toString();
  }

  public double south() {
    return row * height(precision) - 90;
  }

  public double north() {
    return (row + 1) * height(precision) - 90;
  }

  public double west() {
    return column * width(precision) - 180;
  }

  public double east() {
    return (column + 1) * width(precision) - 180;
  }

  public GeoPoint centre() {
    return new GeoPoint(
        (row + 0.5) * height(precision) - 90, (column + 0.5) * width(precision) - 180);
  }

  /** Returns the coarser cell that contains this one. */
  public Cell within(int coarser) {
    return parse(hash().substring(0, coarser));
  }

  /** The distance to the nearest point of the cell; zero for a point inside. */
  public double metresFrom(GeoPoint point) {
    double west = wrapped(west() - point.longitude());
    double east = west + width(precision);
    double latitude = point.latitude();
    if (west <= 0 && east >= 0) {
      return GeoPoint.metres(latitude, Math.clamp(latitude, south(), north()), 0);
    }
    return Math.min(toEdge(latitude, west), toEdge(latitude, wrapped(east)));
  }

  /**
   * The distance from a latitude to the nearest point of a meridian at this difference of
   * longitude. On a sphere, that point does not have the same latitude.
   */
  private double toEdge(double latitude, double apart) {
    double radians = Math.toRadians(latitude);
    double across = Math.cos(radians) * Math.cos(Math.toRadians(apart));
    double nearest = Math.toDegrees(Math.atan2(Math.sin(radians), across));
    if (nearest >= south() && nearest <= north()) return GeoPoint.metres(latitude, nearest, apart);
    return Math.min(
        GeoPoint.metres(latitude, south(), apart), GeoPoint.metres(latitude, north(), apart));
  }

  /** Between -180 and 180 degrees. */
  private static double wrapped(double degrees) {
    double turned = (degrees + 180) % 360;
    return (turned < 0 ? turned + 360 : turned) - 180;
  }

  static int row(double latitude, int precision) {
    return Math.min((int) ((latitude + 90) / height(precision)), rows(precision) - 1);
  }

  static int column(double longitude, int precision) {
    return Math.min((int) ((longitude + 180) / width(precision)), columns(precision) - 1);
  }

  static int rows(int precision) {
    return 1 << (BITS_PER_CHARACTER * precision - columnBits(precision));
  }

  static int columns(int precision) {
    return 1 << columnBits(precision);
  }

  /** Longitude has the first bit, and so one more bit if their number is odd. */
  private static int columnBits(int precision) {
    return (BITS_PER_CHARACTER * precision + 1) / 2;
  }

  private static double height(int precision) {
    return 180.0 / rows(precision);
  }

  private static double width(int precision) {
    return 360.0 / columns(precision);
  }
}
