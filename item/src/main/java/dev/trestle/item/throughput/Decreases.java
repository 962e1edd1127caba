package dev.trestle.item.throughput;

import java.util.concurrent.TimeUnit;

/**
 * How often the units of a table or a global index have been lowered. DynamoDB allows it four times
 * within an hour, once a day (UTC), and after that whenever an hour has passed without it. Reads
 * and writes count together.
 */
final class Decreases {
  private static final int FIRST_HOUR_MAX = 4;
  private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  private long day = Long.MIN_VALUE;
  private int today;
  private long firstMillis;
  private long lastMillis;

  boolean isPossible(long nowMillis) {
    boolean isNewDay = Math.floorDiv(nowMillis, DAY_MILLIS) != day;
    boolean isFirstHour = today < FIRST_HOUR_MAX && nowMillis - firstMillis < HOUR_MILLIS;
    return isNewDay || isFirstHour || nowMillis - lastMillis >= HOUR_MILLIS;
  }

  void count(long nowMillis) {
    long current = Math.floorDiv(nowMillis, DAY_MILLIS);
    if (current != day) {
      today = 0;
      firstMillis = nowMillis;
    }
    today++;
    day = current;
    lastMillis = nowMillis;
  }
}
