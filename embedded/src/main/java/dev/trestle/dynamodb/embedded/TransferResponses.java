package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.result.TransferDescription;
import dev.trestle.engine.result.TransferPage;
import dev.trestle.engine.transfer.InputFormat;
import dev.trestle.engine.transfer.Transfer;
import dev.trestle.engine.transfer.Transfer.Failure;
import dev.trestle.engine.transfer.Transfer.Status;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportResponse;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportSummary;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.ImportSummary;
import software.amazon.awssdk.services.dynamodb.model.ImportTableDescription;
import software.amazon.awssdk.services.dynamodb.model.ImportTableResponse;
import software.amazon.awssdk.services.dynamodb.model.IncrementalExportSpecification;
import software.amazon.awssdk.services.dynamodb.model.InputFormatOptions;
import software.amazon.awssdk.services.dynamodb.model.ListExportsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListImportsResponse;
import software.amazon.awssdk.services.dynamodb.model.S3BucketSource;

/** Turns results about exports and imports into responses. */
final class TransferResponses {
  private TransferResponses() {}

  static ExportTableToPointInTimeResponse.Builder exportStarted(TransferDescription export) {
    return ExportTableToPointInTimeResponse.builder().exportDescription(export(export));
  }

  static DescribeExportResponse.Builder exportDescribed(TransferDescription export) {
    return DescribeExportResponse.builder().exportDescription(export(export));
  }

  private static ExportDescription export(TransferDescription description) {
    var export = description.transfer();
    boolean isComplete = export.status() == Status.COMPLETED;
    return ExportDescription.builder()
        .exportArn(description.arn())
        .exportStatus(export.status().name())
        .exportType(export.exportType())
        .startTime(export.started())
        .endTime(export.ended().orElse(null))
        .tableArn(description.tableArn())
        .tableId(export.table().uuid())
        .exportTime(export.increment().isPresent() ? null : export.at())
        .incrementalExportSpecification(increment(export))
        .clientToken(export.clientToken().orElse(null))
        .s3Bucket(export.bucket())
        .s3Prefix(export.prefix().orElse(null))
        .exportFormat("DYNAMODB_JSON")
        .exportManifest(isComplete ? export.exportKey() + "/manifest-summary.json" : null)
        .billedSizeBytes(export.counts().bytes())
        .itemCount(export.counts().written())
        .failureCode(export.failure().map(Failure::code).orElse(null))
        .failureMessage(export.failure().map(Failure::message).orElse(null))
        .build();
  }

  private static @Nullable IncrementalExportSpecification increment(Transfer export) {
    return export
        .increment()
        .map(increment ->
            IncrementalExportSpecification.builder()
                .exportFromTime(increment.from())
                .exportToTime(export.at())
                .exportViewType(increment.view().name())
                .build())
        .orElse(null);
  }

  static ListExportsResponse.Builder exports(TransferPage page) {
    return ListExportsResponse.builder()
        .exportSummaries(
            page.transfers().stream()
                .map(each ->
                    ExportSummary.builder()
                        .exportArn(each.arn())
                        .exportStatus(each.transfer().status().name())
                        .exportType(each.transfer().exportType())
                        .build())
                .toList())
        .nextToken(page.nextToken().orElse(null));
  }

  static ImportTableResponse.Builder importStarted(TransferDescription transfer) {
    return ImportTableResponse.builder().importTableDescription(imported(transfer));
  }

  static DescribeImportResponse.Builder importDescribed(TransferDescription transfer) {
    return DescribeImportResponse.builder().importTableDescription(imported(transfer));
  }

  private static ImportTableDescription imported(TransferDescription description) {
    var transfer = description.transfer();
    return ImportTableDescription.builder()
        .importArn(description.arn())
        .importStatus(transfer.status().name())
        .tableArn(description.tableArn())
        .tableId(transfer.table().uuid())
        .clientToken(transfer.clientToken().orElse(null))
        .s3BucketSource(source(transfer))
        .inputFormat(transfer.input().encoding().name())
        .inputFormatOptions(options(transfer.input()))
        .inputCompressionType(transfer.input().isCompressed() ? "GZIP" : "NONE")
        .tableCreationParameters(TableResponses.parameters(transfer.table()))
        .startTime(transfer.started())
        .endTime(transfer.ended().orElse(null))
        .errorCount(transfer.counts().errors())
        .processedSizeBytes(transfer.counts().bytes())
        .processedItemCount(transfer.counts().processed())
        .importedItemCount(transfer.counts().written())
        .failureCode(transfer.failure().map(Failure::code).orElse(null))
        .failureMessage(transfer.failure().map(Failure::message).orElse(null))
        .build();
  }

  private static S3BucketSource source(Transfer transfer) {
    return S3BucketSource.builder()
        .s3Bucket(transfer.bucket())
        .s3KeyPrefix(transfer.prefix().orElse(null))
        .build();
  }

  private static @Nullable InputFormatOptions options(InputFormat input) {
    if (input.encoding() != InputFormat.Encoding.CSV) return null;
    return InputFormatOptions.builder()
        .csv(csv -> {
          csv.delimiter(String.valueOf(input.delimiter()));
          input.header().ifPresent(csv::headerList);
        })
        .build();
  }

  static ListImportsResponse.Builder imports(TransferPage page) {
    return ListImportsResponse.builder()
        .importSummaryList(page.transfers().stream().map(TransferResponses::summary).toList())
        .nextToken(page.nextToken().orElse(null));
  }

  private static ImportSummary summary(TransferDescription description) {
    var transfer = description.transfer();
    return ImportSummary.builder()
        .importArn(description.arn())
        .importStatus(transfer.status().name())
        .tableArn(description.tableArn())
        .s3BucketSource(source(transfer))
        .inputFormat(transfer.input().encoding().name())
        .startTime(transfer.started())
        .endTime(transfer.ended().orElse(null))
        .build();
  }
}
