package dev.trestle.design.simulate;

/**
 * What auto scaling does to the provisioned units of one kind, minute by minute: it raises them
 * after two minutes above its target and lowers them after fifteen minutes at 20 % below. Units can
 * be lowered four times a day, and once more in each hour without that.
 */
final class AutoScaling {
  /** The default target, which is also what plans assume. */
  static final double TARGET = 0.7;

  private static final double LOWER = TARGET - 0.2;
  private static final int MINUTES_ABOVE = 2;
  private static final int MINUTES_BELOW = 15;
  private static final int DECREASES_PER_DAY = 4;
  private static final int MINUTES_PER_HOUR = 60;
  private static final int MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

  private double units;
  private double lowest;
  private double highest;
  private double sum;
  private long minutes;
  private int above;
  private int below;
  private double mostBelow;
  private int decreases;
  private long lastDecrease = -MINUTES_PER_HOUR;

  AutoScaling(double firstMinute) {
    units = wanted(firstMinute);
    lowest = units;
    highest = units;
  }

  private static double wanted(double consumed) {
    return Math.max(1, Math.ceil(consumed / TARGET));
  }

  /** Takes what one minute consumed, on average per second. */
  void minute(double consumed) {
    sum += units;
    if (minutes++ % MINUTES_PER_DAY == 0) decreases = 0;
    above = consumed > units * TARGET ? above + 1 : 0;
    below = consumed < units * LOWER ? below + 1 : 0;
    mostBelow = below <= 1 ? consumed : Math.max(mostBelow, consumed);
    if (above >= MINUTES_ABOVE) set(wanted(consumed));
    else if (below >= MINUTES_BELOW && mayDecrease()) decrease();
  }

  private boolean mayDecrease() {
    return decreases < DECREASES_PER_DAY || minutes - lastDecrease >= MINUTES_PER_HOUR;
  }

  private void decrease() {
    double less = wanted(mostBelow);
    if (less >= units) return;
    decreases++;
    lastDecrease = minutes;
    set(less);
  }

  private void set(double changed) {
    units = changed;
    lowest = Math.min(lowest, changed);
    highest = Math.max(highest, changed);
    above = 0;
    below = 0;
  }

  double units() {
    return units;
  }

  double lowest() {
    return lowest;
  }

  double highest() {
    return highest;
  }

  double average() {
    return minutes == 0 ? units : sum / minutes;
  }
}
