package dev.trestle.ecobid.web;

import dev.trestle.ecobid.model.Reports;
import dev.trestle.ecobid.model.Reports.Report;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code /operator/ecobid}, for the operator only: what people have reported, and taking items
 * down.
 */
public final class ModerationApi {
  record ReportView(
      String id,
      Instant at,
      String reporter,
      Optional<String> itemId,
      Optional<String> userId,
      String reason,
      String text) {
    static ReportView of(Report report) {
      return new ReportView(
          report.report().value(),
          report.at(),
          report.reporter().value(),
          report.item().map(item -> item.value()),
          report.person().map(person -> person.value()),
          report.reason().toLowerCase(Locale.ROOT),
          report.text());
    }
  }

  record ManyReports(String month, List<ReportView> reports, Optional<String> nextCursor) {}

  private final Store store;
  private final Handovers handovers;
  private final InstantSource clock;

  public ModerationApi(Store store, Handovers handovers, InstantSource clock) {
    this.store = store;
    this.handovers = handovers;
    this.clock = clock;
  }

  public void addTo(Router router) {
    router.get("/reports", this::list).delete("/items/{item}", Refusals.around(this::takeDown));
  }

  /** Bids on it lapse, a reservation is cancelled, and those concerned are told. */
  private Reply takeDown(Call call) {
    handovers.takeDown(CallInputs.item(call.pathParameter("item")));
    return Reply.nothing();
  }

  /** The reports of a month, newest first; of this month unless another one is named. */
  private Reply list(Call call) {
    var month = call.query("month").map(ModerationApi::month).orElseGet(this::thisMonth).toString();
    var page = store.run(Reports.OF_MONTH, new Reports.OfMonth(month), call.cursor());
    return Reply.ok(
        new ManyReports(
            month,
            page.items().stream().map(ReportView::of).toList(),
            page.next().map(cursor -> cursor.text())));
  }

  private static YearMonth month(String text) {
    try {
      return YearMonth.parse(text);
    } catch (DateTimeParseException e) {
      throw ApiError.invalid("month", "A month such as 2026-11 is expected.");
    }
  }

  private YearMonth thisMonth() {
    return YearMonth.from(clock.instant().atZone(ZoneOffset.UTC));
  }
}
