package dev.trestle.messenger.model;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Alarms;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reports of messages and users to the operator, by month. */
public final class Reports {
  public static final Duration KEPT = Duration.ofDays(365);

  private static final Part<String> MONTH = Part.text("month", Alphabet.of("0-9-"), 7);

  /** Ulids are in the order of their time. */
  private static final Part<ReportId> REPORT_ID =
      Part.ulid("reportId", "rep_").as(ReportId.class, ReportId::new, ReportId::value);

  public static final Table TABLE =
      Table.named("abuse_reports")
          .partition(string("month"))
          .sort(string("report_id"))
          .ephemeral("ttl")
          .recoverable()
          .alarms(Alarms.STANDARD)
          .build();

  /** Why something is reported. */
  public enum Reason {
    spam,
    harassment,
    forbidden,
    other
  }

  /** The message that is reported, as it read then: its sender may edit or delete it later. */
  public record ReportedMessage(
      ChatId chatId, long sequence, Instant createdAt, String content, Optional<FileId> fileId) {}

  /**
   * A report.
   *
   * @param month such as {@code 2026-11}
   * @param userId whom it is about
   */
  public record Report(
      String month,
      ReportId reportId,
      Instant createdAt,
      UserId reporterId,
      UserId userId,
      Optional<ReportedMessage> message,
      Reason reason,
      String text,
      Instant ttl) {}

  public static final Entity<Report> REPORT =
      TABLE
          .entity(Report.class, lookup())
          .partition(MONTH)
          .sort(REPORT_ID)
          .snakeCase()
          .maxBytes(14_000)
          .expires(Report::ttl)
          .population(Population.of(30_000, 3000).kept(KEPT))
          .example(
              new Report(
                  "2026-11",
                  new ReportId("rep_01JCQZ8M5R3V7W9X1Y2Z3A4B5N"),
                  Examples.NOW,
                  Examples.BO,
                  Examples.ANN,
                  Optional.of(
                      new ReportedMessage(
                          Examples.CHAT, 7, Examples.NOW, "Win a boat!", Optional.empty())),
                  Reason.spam,
                  "",
                  Instant.parse("2027-11-16T12:00:00Z")));

  public record OfMonth(String month) {}

  public static final Query<OfMonth, Report> OF_MONTH =
      REPORT
          .query("report.list", "reports of a month, newest first", OfMonth.class)
          .descending()
          .page(50)
          .typically(10)
          .load(perSecond(0.001))
          .build();

  public static final Put<Report, Report> ADD =
      REPORT
          .put("report.add", "report a message or a user")
          .ifAbsent()
          .load(perSecond(0.001))
          .build();

  private Reports() {}
}
