package dev.trestle.design.simulate;

/**
 * How load varies over a day: a wave whose average is 1 and whose highest point, at noon, is the
 * declared peak. The higher the peak, the narrower it is.
 */
final class DayShape {
  private static final int MINUTES = 24 * 60;
  private static final double EXPONENT_MAX = 10_000;

  private final double[] factors = new double[MINUTES];

  DayShape(double peak) {
    double low = 0;
    double high = EXPONENT_MAX;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (average(middle) * peak > 1) low = middle;
      else high = middle;
    }
    double scale = 1 / average(low);
    for (int minute = 0; minute < MINUTES; minute++) factors[minute] = scale * wave(minute, low);
  }

  private static double average(double exponent) {
    double sum = 0;
    for (int minute = 0; minute < MINUTES; minute++) sum += wave(minute, exponent);
    return sum / MINUTES;
  }

  /** Returns 1 at noon, 0 at midnight. */
  private static double wave(int minute, double exponent) {
    double height = (1 - Math.cos(2 * Math.PI * minute / MINUTES)) / 2;
    return Math.pow(height, exponent);
  }

  double at(long second) {
    return factors[(int) (second / 60 % MINUTES)];
  }
}
