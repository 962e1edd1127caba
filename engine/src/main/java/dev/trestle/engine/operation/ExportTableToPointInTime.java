package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.PinnedTable;
import dev.trestle.engine.recovery.TableExporter;
import dev.trestle.engine.refusal.Refusal.ExportConflictException;
import dev.trestle.engine.refusal.Refusal.InvalidExportTimeException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.RequestDigest;
import dev.trestle.engine.result.TransferDescription;
import dev.trestle.engine.transfer.ExportFormat;
import dev.trestle.engine.transfer.ExportIncrement;
import dev.trestle.engine.transfer.ExportIncrement.View;
import dev.trestle.engine.transfer.InputFormat;
import dev.trestle.engine.transfer.Transfer;
import dev.trestle.engine.transfer.Transfer.Counts;
import dev.trestle.engine.transfer.Transfer.Kind;
import dev.trestle.engine.transfer.Transfer.Status;
import dev.trestle.engine.transfer.TransferFolder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * ExportTableToPointInTime: writes the items that a table had at a time, or those that changed
 * between two times, to files. They are visible when the export is COMPLETED.
 */
public record ExportTableToPointInTime(
    @Nullable String tableArn,
    @Nullable Instant exportTime,
    @Nullable String clientToken,
    @Nullable String s3Bucket,
    @Nullable String s3Prefix,
    @Nullable String exportFormat,
    @Nullable String exportType,
    @Nullable Increment increment,
    ExportFormat format)
    implements Operation<TransferDescription> {
  private static final int PREFIX_MAX = 1024;
  private static final String INCREMENTAL = "INCREMENTAL_EXPORT";
  private static final Duration PERIOD_MIN = Duration.ofMinutes(15);
  private static final Duration PERIOD_MAX = Duration.ofHours(24);

  /** The request's IncrementalExportSpecification. */
  public record Increment(
      @Nullable Instant exportFromTime,
      @Nullable Instant exportToTime,
      @Nullable String exportViewType) {}

  @Override
  public TransferDescription run(OperationContext context) {
    new Constraints()
        .required("tableArn", tableArn)
        .bucket("s3Bucket", s3Bucket)
        .length("s3Prefix", s3Prefix, 0, PREFIX_MAX)
        .oneOf("exportFormat", exportFormat, "DYNAMODB_JSON", "ION")
        .oneOf("exportType", exportType, "FULL_EXPORT", INCREMENTAL)
        .oneOf(
            "incrementalExportSpecification.exportViewType",
            increment == null ? null : increment.exportViewType,
            View.NEW_IMAGE.name(),
            View.NEW_AND_OLD_IMAGES.name())
        .check();
    checkCombination();
    if (hasPrefix()) TransferFolder.checkPrefix("S3Prefix", given(s3Prefix));
    var folder = context.transferFolder();
    var token = Optional.ofNullable(clientToken);
    var export =
        context
            .transfers()
            .startOnce(Kind.EXPORT, token, context.now(), () -> start(context, folder));
    if (!export.request().equals(digest())) {
      throw new ExportConflictException(
          "Export conflict: Duplicate request detected with conflicting parameters");
    }
    return TransferDescription.of(context.region(), export);
  }

  private void checkCombination() {
    if (!given(tableArn).startsWith("arn:")) {
      throw new ValidationException(
          "One or more parameter values were invalid: tableArn is not a valid ARN");
    }
    if ("ION".equals(exportFormat)) throw invalid("only exports in DYNAMODB_JSON are supported");
    if (!isIncremental()) {
      if (increment == null) return;
      throw invalid(
          exportType == null
              ? "Export Type expected to be Incremental Export when incremental export specification"
                  + " is provided"
              : "When Export Type is Full Export , Incremental Export Specification should not be"
                  + " provided");
    }
    if (increment == null) {
      throw invalid(
          "Incremental Export Specification expected when export type is set as Incremental Export");
    }
    if (increment.exportFromTime == null) {
      throw invalid("ExportFromTime must be provided in IncrementalExportSpecification");
    }
    if (exportTime != null) throw invalid("ExportTime is only for full exports");
  }

  private boolean isIncremental() {
    return INCREMENTAL.equals(exportType);
  }

  private static ValidationException invalid(String why) {
    return new ValidationException("Invalid Request: " + why);
  }

  private boolean hasPrefix() {
    return s3Prefix != null && !s3Prefix.isEmpty();
  }

  private Transfer start(OperationContext context, TransferFolder folder) {
    return PinnedTable.with(context, given(tableArn), table -> start(context, folder, table));
  }

  private Transfer start(OperationContext context, TransferFolder folder, PinnedTable table) {
    var period = isIncremental() ? Optional.of(period(table)) : Optional.<ExportIncrement>empty();
    var to = isIncremental() ? end(table) : time(table);
    var export =
        new Transfer(
            Kind.EXPORT,
            context.catalog().newId(),
            Status.IN_PROGRESS,
            table.definition(),
            context.now(),
            Optional.empty(),
            to,
            given(s3Bucket),
            hasPrefix() ? Optional.ofNullable(s3Prefix) : Optional.empty(),
            Optional.ofNullable(clientToken),
            digest(),
            InputFormat.OF_EXPORTS,
            Counts.NONE,
            Optional.empty(),
            period);
    context.transfers().put(export);
    new TableExporter(context, folder, format).start(export, table.snapshot());
    return export;
  }

  private ExportIncrement period(PinnedTable table) {
    var requested = given(increment);
    var from = given(requested.exportFromTime).truncatedTo(ChronoUnit.MILLIS);
    if (from.isBefore(table.definition().created())) {
      throw new InvalidExportTimeException(
          "Incremental export period from time cannot be less than the table creation time : "
              + from);
    }
    var to = end(table);
    var length = Duration.between(from, to);
    if (length.compareTo(PERIOD_MIN) < 0) {
      throw new InvalidExportTimeException(
          "Difference between export period from time and export period to time is less than 15"
              + " minutes");
    }
    if (length.compareTo(PERIOD_MAX) > 0) {
      throw new InvalidExportTimeException(
          "Difference between export period from time and export period to time is greater than 24"
              + " hours");
    }
    if (!table.contains(from)) {
      throw new InvalidExportTimeException(
          "Point in Time Recovery is not available for specified export time");
    }
    var view =
        requested.exportViewType == null
            ? View.NEW_AND_OLD_IMAGES
            : View.valueOf(requested.exportViewType);
    return new ExportIncrement(from, view);
  }

  private Instant end(PinnedTable table) {
    var wanted = given(increment).exportToTime;
    if (wanted == null) return table.latest();
    var to = wanted.truncatedTo(ChronoUnit.MILLIS);
    if (!to.isAfter(table.latest())) return to;
    throw new InvalidExportTimeException(
        "Incremental export period to time cannot be greater than the current time : " + to);
  }

  private Instant time(PinnedTable table) {
    if (exportTime == null) return table.latest();
    var at = exportTime.truncatedTo(ChronoUnit.MILLIS);
    if (table.contains(at)) return at;
    throw new InvalidExportTimeException("Export Time is invalid");
  }

  private String digest() {
    var digest =
        new RequestDigest()
            .add(tableArn)
            .add(exportTime == null ? null : exportTime.toString())
            .add(s3Bucket)
            .add(s3Prefix);
    if (isIncremental()) digest.add(exportType).add(given(increment).toString());
    return HexFormat.of().formatHex(digest.bytes());
  }
}
