package dev.trestle.messenger.web;

import dev.trestle.messenger.chat.AbuseReports;
import dev.trestle.messenger.model.FileId;
import dev.trestle.messenger.model.Reports.Report;
import dev.trestle.messenger.model.Reports.ReportedMessage;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Instant;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/** {@code /operator/messenger}, for the operator only: what users have reported. */
public final class ReportListApi {
  record MessageView(
      String chatId, long sequence, Instant createdAt, String content, Optional<String> fileId) {
    static MessageView of(ReportedMessage message) {
      return new MessageView(
          message.chatId().value(),
          message.sequence(),
          message.createdAt(),
          message.content(),
          message.fileId().map(FileId::value));
    }
  }

  record ReportView(
      String id,
      Instant at,
      String reporter,
      String userId,
      String reason,
      String text,
      Optional<MessageView> message) {
    static ReportView of(Report report) {
      return new ReportView(
          report.reportId().value(),
          report.createdAt(),
          report.reporterId().value(),
          report.userId().value(),
          report.reason().name(),
          report.text(),
          report.message().map(MessageView::of));
    }
  }

  record ManyReports(String month, List<ReportView> reports, Optional<String> nextCursor) {}

  private final AbuseReports reports;

  public ReportListApi(AbuseReports reports) {
    this.reports = reports;
  }

  public void addTo(Router operator) {
    operator.get("/reports", this::list);
  }

  /** The reports of a month, newest first; of this month unless another one is named. */
  private Reply list(Call call) {
    var month = call.query("month").map(ReportListApi::month).orElseGet(reports::thisMonth);
    var page = reports.of(month, call.cursor());
    return Reply.ok(
        new ManyReports(
            month.toString(),
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
}
