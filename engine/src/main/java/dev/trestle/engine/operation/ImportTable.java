package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.TableImporter;
import dev.trestle.engine.refusal.Refusal.ImportConflictException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.RequestDigest;
import dev.trestle.engine.result.TransferDescription;
import dev.trestle.engine.schema.ThroughputRules;
import dev.trestle.engine.table.RestoreSummary;
import dev.trestle.engine.transfer.ExportFormat;
import dev.trestle.engine.transfer.InputFormat;
import dev.trestle.engine.transfer.InputFormat.Encoding;
import dev.trestle.engine.transfer.Transfer;
import dev.trestle.engine.transfer.Transfer.Counts;
import dev.trestle.engine.transfer.Transfer.Kind;
import dev.trestle.engine.transfer.Transfer.Status;
import dev.trestle.engine.transfer.TransferFolder;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * ImportTable: creates a table from files. It can be used when it is ACTIVE.
 *
 * @param table the TableCreationParameters; null if there are none
 */
public record ImportTable(
    @Nullable String s3Bucket,
    @Nullable String s3KeyPrefix,
    @Nullable String clientToken,
    @Nullable String inputFormat,
    @Nullable String inputCompressionType,
    @Nullable String csvDelimiter,
    @Nullable List<String> csvHeader,
    @Nullable CreateTable table,
    ExportFormat format)
    implements Operation<TransferDescription> {
  private static final int KEY_MAX = 1024;
  private static final int COLUMNS_MAX = 255;

  @Override
  public TransferDescription run(OperationContext context) {
    new Constraints()
        .bucket("s3BucketSource.s3Bucket", s3Bucket)
        .length("s3BucketSource.s3KeyPrefix", s3KeyPrefix, 0, KEY_MAX)
        .required("inputFormat", inputFormat)
        .oneOf("inputFormat", inputFormat, "DYNAMODB_JSON", "ION", "CSV")
        .oneOf("inputCompressionType", inputCompressionType, "GZIP", "ZSTD", "NONE")
        .length("inputFormatOptions.csv.delimiter", csvDelimiter, 1, 1)
        .count("inputFormatOptions.csv.headerList", csvHeader, "[]", 1, COLUMNS_MAX)
        .required("tableCreationParameters", table)
        .check();
    var folder = context.transferFolder();
    var input = input();
    var token = Optional.ofNullable(clientToken);
    var imported =
        context
            .transfers()
            .startOnce(Kind.IMPORT, token, context.now(), () -> start(context, folder, input));
    if (!imported.request().equals(digest())) {
      throw new ImportConflictException(
          "Import conflict: Duplicate request detected with conflicting parameters");
    }
    return TransferDescription.of(context.region(), imported);
  }

  private InputFormat input() {
    if ("ION".equals(inputFormat) || "ZSTD".equals(inputCompressionType)) {
      throw new ValidationException(
          "One or more parameter values were invalid: only DYNAMODB_JSON and CSV are supported,"
              + " with GZIP or NONE");
    }
    if ("DYNAMODB_JSON".equals(inputFormat) && (csvDelimiter != null || csvHeader != null)) {
      throw new ValidationException(
          "Invalid Request: Unsupported InputFormatOptions for the given input format:"
              + " DYNAMODB_JSON.");
    }
    var delimiter = csvDelimiter == null ? ',' : csvDelimiter.charAt(0);
    if (",\t:;| ".indexOf(delimiter) < 0) {
      throw new ValidationException(
          "One or more parameter values were invalid: Delimiter must be one of: comma, tab, colon,"
              + " semicolon, pipe, space");
    }
    return new InputFormat(
        Encoding.valueOf(given(inputFormat)),
        "GZIP".equals(inputCompressionType),
        delimiter,
        Optional.ofNullable(csvHeader).map(List::copyOf));
  }

  private Transfer start(OperationContext context, TransferFolder folder, InputFormat input) {
    var now = context.now();
    var definition =
        given(table).define(context).restore(Optional.of(RestoreSummary.ofImport(now))).build();
    ThroughputRules.requireWithinQuota(context, definition);
    var target = context.catalog().create(definition);
    var transfer =
        new Transfer(
            Kind.IMPORT,
            context.catalog().newId(),
            Status.IN_PROGRESS,
            definition,
            now,
            Optional.empty(),
            now,
            given(s3Bucket),
            Optional.ofNullable(s3KeyPrefix),
            Optional.ofNullable(clientToken),
            digest(),
            input,
            Counts.NONE,
            Optional.empty(),
            Optional.empty());
    context.transfers().put(transfer);
    new TableImporter(context, folder, format, transfer, target).start();
    return transfer;
  }

  private String digest() {
    var digest =
        new RequestDigest()
            .add(s3Bucket)
            .add(s3KeyPrefix)
            .add(inputFormat)
            .add(inputCompressionType)
            .add(csvDelimiter)
            .add(String.valueOf(csvHeader))
            .add(String.valueOf(table));
    return HexFormat.of().formatHex(digest.bytes());
  }
}
