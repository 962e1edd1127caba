package dev.trestle.item.throughput;

import java.util.ArrayDeque;

/**
 * The highest throughput that an on-demand table has sustained. It can be doubled at once, and what
 * was reached counts half an hour later, as DynamoDB documents.
 */
final class OnDemandPeak {
  private static final long MINUTE_MILLIS = 60_000;
  private static final long SETTLED_MILLIS = 30 * MINUTE_MILLIS;
  private static final double SECONDS_PER_MINUTE = 60;

  private record Minute(long endMillis, double perSecond) {}

  private final ArrayDeque<Minute> recent = new ArrayDeque<>();
  private double settled;
  private long minute;
  private double units;

  OnDemandPeak(long nowMillis) {
    minute = nowMillis / MINUTE_MILLIS;
  }

  void charge(double charged, long nowMillis) {
    long now = nowMillis / MINUTE_MILLIS;
    if (now != minute) {
      recent.addLast(new Minute((minute + 1) * MINUTE_MILLIS, units / SECONDS_PER_MINUTE));
      minute = now;
      units = 0;
    }
    units += charged;
  }

  /** Returns the highest average of a minute that ended at least half an hour ago. */
  double settled(long nowMillis) {
    while (!recent.isEmpty() && nowMillis - recent.getFirst().endMillis >= SETTLED_MILLIS) {
      settled = Math.max(settled, recent.removeFirst().perSecond);
    }
    return settled;
  }
}
