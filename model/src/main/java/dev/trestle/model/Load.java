package dev.trestle.model;

/**
 * The expected load of a pattern.
 *
 * @param perSecond average calls per second
 * @param hottestKey the share of calls that go to the most used partition key
 * @param peak the busiest moments as a multiple of the average
 */
public record Load(double perSecond, double hottestKey, double peak) {
  /** No load, or none that was declared. */
  public static final Load NONE = new Load(0, 0, 1);

  public Load {
    if (!(perSecond >= 0) || Double.isInfinite(perSecond)) {
      throw new IllegalArgumentException(
          "A load has zero or more calls a second, not %s.".formatted(perSecond));
    }
    if (!(hottestKey >= 0 && hottestKey <= 1)) {
      throw new IllegalArgumentException(
          "hottestKey is a share of the calls, from 0 to 1, not %s. A tenth of them is 0.1."
              .formatted(hottestKey));
    }
    if (!(peak >= 1) || Double.isInfinite(peak)) {
      throw new IllegalArgumentException(
          "peak says how many times the average the busiest moments are, so it is at least 1, not %s."
              .formatted(peak));
    }
  }

  /** An average number of calls per second, spread evenly over keys and time. */
  public static Load perSecond(double calls) {
    return new Load(calls, 0, 1);
  }

  /** An average number of calls per day, spread evenly over keys and time. */
  public static Load perDay(double calls) {
    return perSecond(calls / 86_400);
  }

  /**
   * Returns this load with a share of calls, from 0 to 1, that go to the most used partition key.
   */
  public Load hottestKey(double share) {
    return new Load(perSecond, share, peak);
  }

  /** Returns this load with busiest moments of so many times the average. */
  public Load peak(double times) {
    return new Load(perSecond, hottestKey, times);
  }
}
