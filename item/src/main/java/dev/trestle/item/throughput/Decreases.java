package dev.trestle.item.throughput;

import java.util.concurrent.TimeUnit;

/**
 * How often the units of a table or a global index have been lowered. DynamoDB allows it four times
 * on a day (UTC), and once more after each hour without that. Reads and writes count together.
 */
final class Decreases {
  private static final int PER_DAY = 4;
  private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  private long day = Long.MIN_VALUE;
  private int today;
  private long lastMillis;

  boolean isPossible(long nowMillis) {
    boolean isNewDay = Math.floorDiv(nowMillis, DAY_MILLIS) != day;
    return isNewDay || today < PER_DAY || nowMillis - lastMillis >= HOUR_MILLIS;
  }

  void count(long nowMillis) {
    long current = Math.floorDiv(nowMillis, DAY_MILLIS);
    today = current == day ? today + 1 : 1;
    day = current;
    lastMillis = nowMillis;
  }
}
