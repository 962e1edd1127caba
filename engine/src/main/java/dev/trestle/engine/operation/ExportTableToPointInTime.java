package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.RestoreTarget;
import dev.trestle.engine.recovery.TableExporter;
import dev.trestle.engine.refusal.Refusal.ExportConflictException;
import dev.trestle.engine.refusal.Refusal.InvalidExportTimeException;
import dev.trestle.engine.refusal.Refusal.PointInTimeRecoveryUnavailableException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.RequestDigest;
import dev.trestle.engine.result.TransferDescription;
import dev.trestle.engine.table.RecoverySettings;
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
    var export = context.transfers().startOnce(Kind.EXPORT, token, () -> start(context, folder));
    if (!export.request().equals(digest())) {
      throw new ExportConflictException(
          "There was a conflict: the client token was used for an export with other parameters");
    }
    return TransferDescription.of(context.region(), export);
  }

  private void checkCombination() {
    if ("ION".equals(exportFormat)) throw invalid("only exports in DYNAMODB_JSON are supported");
    if (!isIncremental()) {
      if (increment == null) return;
      throw invalid("IncrementalExportSpecification is only for incremental exports");
    }
    if (increment == null || increment.exportFromTime == null) {
      throw invalid("an incremental export needs ExportFromTime");
    }
    if (exportTime != null) throw invalid("ExportTime is only for full exports");
  }

  private boolean isIncremental() {
    return INCREMENTAL.equals(exportType);
  }

  private static ValidationException invalid(String why) {
    return new ValidationException("One or more parameter values were invalid: " + why);
  }

  private boolean hasPrefix() {
    return s3Prefix != null && !s3Prefix.isEmpty();
  }

  private Transfer start(OperationContext context, TransferFolder folder) {
    var table = RestoreTarget.source(context, given(tableArn)).definition();
    var recovery =
        table
            .recovery()
            .orElseThrow(() ->
                new PointInTimeRecoveryUnavailableException(
                    "Point in time recovery is not enabled for table '" + table.name() + "'"));
    var now = context.now();
    var to = time(recovery, context, isIncremental() ? given(increment).exportToTime : exportTime);
    var export =
        new Transfer(
            Kind.EXPORT,
            context.catalog().newId(),
            Status.IN_PROGRESS,
            table,
            now,
            Optional.empty(),
            to,
            given(s3Bucket),
            hasPrefix() ? Optional.ofNullable(s3Prefix) : Optional.empty(),
            Optional.ofNullable(clientToken),
            digest(),
            InputFormat.OF_EXPORTS,
            Counts.NONE,
            Optional.empty(),
            increment(recovery, context, to));
    context.transfers().put(export);
    new TableExporter(context, folder, format).start(export);
    return export;
  }

  private Optional<ExportIncrement> increment(
      RecoverySettings recovery, OperationContext context, Instant to) {
    if (!isIncremental()) return Optional.empty();
    var requested = given(increment);
    var from = time(recovery, context, requested.exportFromTime);
    var period = Duration.between(from, to);
    if (period.compareTo(PERIOD_MIN) < 0 || period.compareTo(PERIOD_MAX) > 0) {
      throw new InvalidExportTimeException(
          "The period of an incremental export must have between 15 minutes and 24 hours");
    }
    var view =
        requested.exportViewType == null
            ? View.NEW_AND_OLD_IMAGES
            : View.valueOf(requested.exportViewType);
    return Optional.of(new ExportIncrement(from, view));
  }

  private static Instant time(
      RecoverySettings recovery, OperationContext context, @Nullable Instant wanted) {
    var latest = context.storage().logTime();
    if (wanted == null) return latest;
    var at = wanted.truncatedTo(ChronoUnit.MILLIS);
    var earliest = recovery.earliest(context.now());
    if (!at.isBefore(earliest) && !at.isAfter(latest)) return at;
    throw new InvalidExportTimeException(
        "The export time must lie between " + earliest + " and " + latest);
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
