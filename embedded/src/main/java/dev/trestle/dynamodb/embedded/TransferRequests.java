package dev.trestle.dynamodb.embedded;

import dev.trestle.dynamodb.json.JsonLines;
import dev.trestle.engine.operation.DescribeExport;
import dev.trestle.engine.operation.DescribeImport;
import dev.trestle.engine.operation.ExportTableToPointInTime;
import dev.trestle.engine.operation.ImportTable;
import dev.trestle.engine.operation.ListExports;
import dev.trestle.engine.operation.ListImports;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ImportTableRequest;
import software.amazon.awssdk.services.dynamodb.model.IncrementalExportSpecification;
import software.amazon.awssdk.services.dynamodb.model.ListExportsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListImportsRequest;

/** Turns requests about exports and imports into operations. Absent parameters are null. */
final class TransferRequests {
  private TransferRequests() {}

  static ExportTableToPointInTime export(ExportTableToPointInTimeRequest request) {
    return new ExportTableToPointInTime(
        request.tableArn(),
        request.exportTime(),
        request.clientToken(),
        request.s3Bucket(),
        request.s3Prefix(),
        request.exportFormatAsString(),
        request.exportTypeAsString(),
        increment(request.incrementalExportSpecification()),
        JsonLines.FORMAT);
  }

  private static ExportTableToPointInTime.@Nullable Increment increment(
      @Nullable IncrementalExportSpecification specification) {
    return specification == null
        ? null
        : new ExportTableToPointInTime.Increment(
            specification.exportFromTime(),
            specification.exportToTime(),
            specification.exportViewTypeAsString());
  }

  static DescribeExport describeExport(DescribeExportRequest request) {
    return new DescribeExport(request.exportArn());
  }

  static ListExports listExports(ListExportsRequest request) {
    return new ListExports(request.tableArn(), request.maxResults(), request.nextToken());
  }

  static ImportTable importTable(ImportTableRequest request) {
    var source = request.s3BucketSource();
    var options = request.inputFormatOptions();
    var csv = options == null ? null : options.csv();
    return new ImportTable(
        source == null ? null : source.s3Bucket(),
        source == null ? null : source.s3KeyPrefix(),
        request.clientToken(),
        request.inputFormatAsString(),
        request.inputCompressionTypeAsString(),
        csv == null ? null : csv.delimiter(),
        csv == null ? null : SdkCollections.list(csv.headerList()),
        TableRequests.createImported(request.tableCreationParameters()),
        JsonLines.FORMAT);
  }

  static DescribeImport describeImport(DescribeImportRequest request) {
    return new DescribeImport(request.importArn());
  }

  static ListImports listImports(ListImportsRequest request) {
    return new ListImports(request.tableArn(), request.pageSize(), request.nextToken());
  }
}
