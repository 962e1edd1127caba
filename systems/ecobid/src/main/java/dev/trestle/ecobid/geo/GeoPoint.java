package dev.trestle.ecobid.geo;

/** A point on the earth, in degrees. Longitude 180 is normalised to -180. */
public record GeoPoint(double latitude, double longitude) {
  /** Beyond this latitude there is no market, because cells become too narrow. */
  public static final double LATITUDE_MAX = 85;

  private static final double EARTH_RADIUS_METRES = 6_371_008.8;

  public GeoPoint {
    // Written so that NaN is rejected too.
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
      throw new IllegalArgumentException("not a point on the earth");
    }
    if (longitude == 180) longitude = -180;
  }

  /** Whether items can be listed and searched for here. */
  public boolean isServed() {
    return Math.abs(latitude) <= LATITUDE_MAX;
  }

  /** The distance along the great circle, on a sphere of the earth's mean radius. */
  public double metresTo(GeoPoint other) {
    return metres(latitude, other.latitude, other.longitude - longitude);
  }

  /** The distance between two latitudes at this difference of longitude. */
  static double metres(double latitude, double other, double apart) {
    double up = Math.sin(Math.toRadians(other - latitude) / 2);
    double across = Math.sin(Math.toRadians(apart) / 2);
    double haversine =
        up * up
            + Math.cos(Math.toRadians(latitude))
                * Math.cos(Math.toRadians(other))
                * across
                * across;
    return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, haversine)));
  }

  /** Converts a distance to degrees of latitude. */
  static double degrees(double metres) {
    return Math.toDegrees(metres / EARTH_RADIUS_METRES);
  }
}
