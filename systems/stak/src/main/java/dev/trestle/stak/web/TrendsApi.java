package dev.trestle.stak.web;

import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.trend.TrendReader;
import dev.trestle.stak.trend.TrendReader.Activity;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** {@code /stack/admin/v1/{tenant}/{inbox}/trends}: what was sent, delivered and read, by day. */
public final class TrendsApi {
  private static final int DAYS = 30;
  private static final Map<String, Integer> PERIODS = Map.of("7", 7, "30", DAYS, "90", 90);

  record DayView(String day, long sent, long delivered, long read, long failed) {
    static DayView of(LocalDate day, Activity each) {
      return new DayView(day.toString(), each.sent(), each.delivered(), each.read(), each.failed());
    }
  }

  record CategoryTrendView(String category, long sent, long delivered, long read, long failed) {
    static CategoryTrendView of(String category, Activity each) {
      return new CategoryTrendView(
          category, each.sent(), each.delivered(), each.read(), each.failed());
    }
  }

  record TrendView(List<DayView> days, List<CategoryTrendView> categories) {}

  private final TrendReader trends;
  private final Guards guards;

  public TrendsApi(TrendReader trends, Guards guards) {
    this.trends = trends;
    this.guards = guards;
  }

  public void addTo(Router router) {
    router.get(AdminApi.INBOX + "trends", guards.adminOfInbox(this::read));
  }

  private Reply read(Call call) {
    int days = call.query("days").map(TrendsApi::days).orElse(DAYS);
    var category =
        call.query("category")
            .filter(text -> !text.isEmpty())
            .map(text -> Inputs.category("category", text));
    var trend = trends.read(call.noted(InboxKey.class), days, category);
    return StakReplies.ok(
        new TrendView(
            trend.days().entrySet().stream()
                .map(each -> DayView.of(each.getKey(), each.getValue()))
                .toList(),
            trend.categories().entrySet().stream()
                .map(each -> CategoryTrendView.of(each.getKey(), each.getValue()))
                .toList()));
  }

  private static int days(String text) {
    var days = PERIODS.get(text);
    if (days == null) throw new Refusal.Invalid("days", "Use 7, 30 or 90.");
    return days;
  }
}
