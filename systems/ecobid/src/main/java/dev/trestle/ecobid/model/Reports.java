package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.AT;
import static dev.trestle.ecobid.model.EcoBidTable.REPORT;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reports to the operator, by month. */
public final class Reports {
  private static final Part<String> MONTH = Part.text("month", Alphabet.of("0-9-"), 7);

  /**
   * A report.
   *
   * @param month such as {@code 2026-11}
   */
  public record Report(
      String month,
      Instant at,
      ReportId report,
      UserId reporter,
      Optional<ItemId> item,
      Optional<UserId> person,
      String reason,
      String text,
      Instant expiresAt) {}

  public static final Entity<Report> REPORT_OF =
      TABLE
          .entity(Report.class, lookup())
          .partition(KeyTemplate.of("REPORT#<month>", MONTH))
          .sort(KeyTemplate.of("<at>#<report>", AT, REPORT))
          .expires(Report::expiresAt)
          .maxBytes(9000)
          .population(Population.of(100, 20).kept(Duration.ofDays(365)))
          .example(
              new Report(
                  "2026-11",
                  Examples.NOW,
                  new ReportId("rep_01JCQZ8M5R3V7W9X1Y2Z3A4B5N"),
                  Examples.BO,
                  Optional.of(Examples.ITEM),
                  Optional.empty(),
                  "misleading",
                  "The photos show another chair.",
                  Instant.parse("2027-11-16T12:00:00Z")));

  public record OfMonth(String month) {}

  public static final Query<OfMonth, Report> OF_MONTH =
      REPORT_OF
          .query("report.of-month", "reports of a month, newest first", OfMonth.class)
          .descending()
          .page(50)
          .typically(10)
          .load(perSecond(0.001))
          .build();

  public static final Put<Report, Report> ADD =
      REPORT_OF.put("report.add", "report an item or a person").load(perSecond(0.001)).build();

  private Reports() {}
}
