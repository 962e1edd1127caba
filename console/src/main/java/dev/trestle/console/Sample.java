package dev.trestle.console;

import java.time.Instant;

/** The activity of each pattern in one second. Kept small, because hundreds are stored. */
final class Sample {
  private static final int METRICS = 4;

  private final long number;
  private final Instant at;
  private final float[] values;

  Sample(long number, Instant at, int patterns) {
    this.number = number;
    this.at = at;
    values = new float[patterns * METRICS];
  }

  /** The activity of one second. */
  record Rates(double calls, double readUnits, double writeUnits, double errors) {
    static final Rates NONE = new Rates(0, 0, 0, 0);

    Rates plus(Rates other) {
      return new Rates(
          calls + other.calls,
          readUnits + other.readUnits,
          writeUnits + other.writeUnits,
          errors + other.errors);
    }

    Rates times(double factor) {
      return new Rates(calls * factor, readUnits * factor, writeUnits * factor, errors * factor);
    }
  }

  void put(int pattern, Rates rates) {
    int start = pattern * METRICS;
    values[start] = (float) rates.calls;
    values[start + 1] = (float) rates.readUnits;
    values[start + 2] = (float) rates.writeUnits;
    values[start + 3] = (float) rates.errors;
  }

  /** Increases by one with each sample. */
  long number() {
    return number;
  }

  Instant at() {
    return at;
  }

  Rates rates(int pattern) {
    int start = pattern * METRICS;
    return new Rates(values[start], values[start + 1], values[start + 2], values[start + 3]);
  }

  /** The sum over a range of patterns. */
  Rates rates(int from, int to) {
    var sum = Rates.NONE;
    for (int i = from; i < to; i++) sum = sum.plus(rates(i));
    return sum;
  }
}
