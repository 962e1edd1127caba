package dev.trestle.stak.trend;

import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Trends;
import dev.trestle.stak.model.Trends.DailyCounts;
import dev.trestle.stak.model.Trends.SinceDay;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what happened in an inbox, by day and by category. */
public final class TrendReader {
  /** About a megabyte. With so many categories, the oldest days are left out. */
  private static final int COUNTS_MAX = 10_000;

  /** Counts of a day or a category. */
  public record Activity(long sent, long delivered, long read, long failed) {
    static final Activity NONE = new Activity(0, 0, 0, 0);

    static Activity of(DailyCounts counts) {
      return new Activity(counts.sent(), counts.delivered(), counts.read(), counts.failed());
    }

    Activity plus(Activity other) {
      return new Activity(
          sent + other.sent, delivered + other.delivered, read + other.read, failed + other.failed);
    }
  }

  /**
   * What happened in some days.
   *
   * @param days every day, also those without anything; the last one is today
   * @param categories all categories in these days, whichever the days are of
   */
  public record Trend(
      SortedMap<LocalDate, Activity> days, SortedMap<String, Activity> categories) {}

  private final Store store;
  private final InstantSource clock;

  public TrendReader(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * Reads the counts of the last days.
   *
   * @param category the category that the days are of; all, if none
   */
  public Trend read(InboxKey inbox, int days, Optional<String> category) {
    var today = Trends.day(clock.instant());
    var since = new SinceDay(inbox.tenant(), inbox.inbox(), today.minusDays(days - 1));
    List<DailyCounts> found;
    try (var stream = store.stream(Trends.SINCE, since, COUNTS_MAX)) {
      found = stream.toList();
    }
    // The oldest day that was read may be incomplete.
    var first = found.size() < COUNTS_MAX ? since.day() : found.getLast().day().plusDays(1);
    var byDay = new TreeMap<LocalDate, Activity>();
    first.datesUntil(today.plusDays(1)).forEach(day -> byDay.put(day, Activity.NONE));
    var byCategory = new TreeMap<String, Activity>();
    for (var counts : found) {
      if (!byDay.containsKey(counts.day())) continue;
      var activity = Activity.of(counts);
      byCategory.merge(counts.category(), activity, Activity::plus);
      if (category.isEmpty() || category.get().equals(counts.category())) {
        byDay.merge(counts.day(), activity, Activity::plus);
      }
    }
    return new Trend(byDay, byCategory);
  }
}
