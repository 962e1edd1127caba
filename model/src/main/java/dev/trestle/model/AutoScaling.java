package dev.trestle.model;

/**
 * How the provisioned units of a table or a global index follow its load. The units that are
 * provisioned at first are the minimum. In AWS, Application Auto Scaling changes them.
 *
 * @param maximum the most units; where it equals the minimum, those units stay as they are
 * @param targetPercent how much of the units should be used, 20 to 90 %
 */
public record AutoScaling(Throughput maximum, int targetPercent) {
  /** The target where none is declared, which is AWS's default. */
  public static final int DEFAULT_TARGET_PERCENT = 70;

  private static final int TARGET_PERCENT_MIN = 20;
  private static final int TARGET_PERCENT_MAX = 90;

  public AutoScaling {
    if (targetPercent < TARGET_PERCENT_MIN || targetPercent > TARGET_PERCENT_MAX) {
      throw new IllegalArgumentException(
          "Auto scaling takes a target of %d to %d %%, not %d %%."
              .formatted(TARGET_PERCENT_MIN, TARGET_PERCENT_MAX, targetPercent));
    }
  }

  /** Scales up to so many read and write units, with a target of 70 %. */
  public static AutoScaling upTo(long read, long write) {
    return new AutoScaling(new Throughput(read, write), DEFAULT_TARGET_PERCENT);
  }

  /** Returns this scaling with another target, 20 to 90 %. */
  public AutoScaling targetPercent(int percent) {
    return new AutoScaling(maximum, percent);
  }
}
