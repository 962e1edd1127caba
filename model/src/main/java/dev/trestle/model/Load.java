package dev.trestle.model;

/**
 * How often a pattern is expected to run.
 *
 * @param perSecond calls a second on average
 * @param hottestKey share of the calls that go to the most used partition key
 * @param peak how many times the average the busiest moments are
 */
public record Load(double perSecond, double hottestKey, double peak) {
  public static final Load NONE = new Load(0, 0, 1);

  public Load {
    if (!(perSecond >= 0) || !(hottestKey >= 0 && hottestKey <= 1) || !(peak >= 1)) {
      throw new IllegalArgumentException(
          "%s calls a second, %s of them to one key, peak %s"
              .formatted(perSecond, hottestKey, peak));
    }
  }

  public static Load perSecond(double calls) {
    return new Load(calls, 0, 1);
  }

  public static Load perDay(double calls) {
    return perSecond(calls / 86_400);
  }

  public Load hottestKey(double share) {
    return new Load(perSecond, share, peak);
  }

  public Load peak(double times) {
    return new Load(perSecond, hottestKey, times);
  }
}
