package dev.trestle.dynamodb.http;

import static dev.trestle.dynamodb.http.TableMembers.*;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.dynamodb.json.JsonLines;
import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.dynamodb.json.JsonScalars;
import dev.trestle.dynamodb.json.JsonStructures;
import dev.trestle.dynamodb.json.Member;
import dev.trestle.dynamodb.json.MemberValues;
import dev.trestle.engine.operation.CreateTable;
import dev.trestle.engine.operation.DescribeExport;
import dev.trestle.engine.operation.DescribeImport;
import dev.trestle.engine.operation.ExportTableToPointInTime;
import dev.trestle.engine.operation.ImportTable;
import dev.trestle.engine.operation.ListExports;
import dev.trestle.engine.operation.ListImports;
import dev.trestle.engine.result.TransferDescription;
import dev.trestle.engine.result.TransferPage;
import dev.trestle.engine.transfer.InputFormat;
import dev.trestle.engine.transfer.Transfer;
import dev.trestle.engine.transfer.Transfer.Status;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operations on exports and imports. */
final class TransferOperations {
  private static final Member<String> TABLE_ARN = Member.string("TableArn");
  private static final Member<String> EXPORT_ARN = Member.string("ExportArn");
  private static final Member<String> IMPORT_ARN = Member.string("ImportArn");
  private static final Member<Instant> EXPORT_TIME = Member.time("ExportTime");
  private static final Member<String> EXPORT_FORMAT = Member.string("ExportFormat");
  private static final Member<String> EXPORT_TYPE = Member.string("ExportType");
  private static final Member<String> TOKEN = Member.string("ClientToken");
  private static final Member<String> NEXT_TOKEN = Member.string("NextToken");
  private static final Member<Integer> MAX_RESULTS = Member.integer("MaxResults");
  private static final Member<Integer> PAGE_SIZE = Member.integer("PageSize");
  private static final Member<String> BUCKET = Member.string("S3Bucket");
  private static final Member<String> PREFIX = Member.string("S3Prefix");
  private static final Member<String> KEY_PREFIX = Member.string("S3KeyPrefix");
  private static final Member<String> INPUT_FORMAT = Member.string("InputFormat");
  private static final Member<String> COMPRESSION = Member.string("InputCompressionType");
  private static final Member<String> DELIMITER = Member.string("Delimiter");
  private static final Member<List<String>> HEADER =
      new Member<>("HeaderList", JsonStructures.list(JsonScalars::string));

  /** The members of a structure in a request. */
  private record Structure(MemberValues members) {
    static <T> @Nullable T get(@Nullable Structure structure, Member<T> member) {
      return structure == null ? null : structure.members().get(member);
    }
  }

  private static final Member<Structure> SOURCE =
      new Member<>(
          "S3BucketSource",
          JsonStructures.structure("S3BucketSource", Structure::new, BUCKET, KEY_PREFIX));
  private static final Member<Structure> CSV =
      new Member<>(
          "Csv", JsonStructures.structure("CsvOptions", Structure::new, DELIMITER, HEADER));
  private static final Member<Structure> INPUT_OPTIONS =
      new Member<>(
          "InputFormatOptions",
          JsonStructures.structure("InputFormatOptions", Structure::new, CSV));
  private static final Member<Instant> FROM_TIME = Member.time("ExportFromTime");
  private static final Member<Instant> TO_TIME = Member.time("ExportToTime");
  private static final Member<String> VIEW_TYPE = Member.string("ExportViewType");
  private static final Member<ExportTableToPointInTime.Increment> INCREMENT =
      new Member<>(
          "IncrementalExportSpecification",
          JsonStructures.structure(
              "IncrementalExportSpecification",
              m ->
                  new ExportTableToPointInTime.Increment(
                      m.get(FROM_TIME), m.get(TO_TIME), m.get(VIEW_TYPE)),
              FROM_TIME,
              TO_TIME,
              VIEW_TYPE));
  private static final Member<CreateTable> PARAMETERS =
      new Member<>(
          "TableCreationParameters",
          JsonStructures.structure(
              "TableCreationParameters",
              m ->
                  new CreateTable(
                      m.get(TABLE_NAME),
                      m.get(ATTRIBUTES),
                      m.get(KEY_SCHEMA),
                      null,
                      m.get(GLOBAL_INDEXES),
                      m.get(BILLING_MODE),
                      m.get(THROUGHPUT),
                      m.get(ON_DEMAND),
                      null,
                      null,
                      m.get(ENCRYPTION),
                      null,
                      null,
                      null),
              TABLE_NAME,
              ATTRIBUTES,
              KEY_SCHEMA,
              GLOBAL_INDEXES,
              BILLING_MODE,
              THROUGHPUT,
              ON_DEMAND,
              ENCRYPTION));

  private static final JsonReader<ExportTableToPointInTime> EXPORT =
      JsonStructures.structure(
          "ExportTableToPointInTimeInput",
          m ->
              new ExportTableToPointInTime(
                  m.get(TABLE_ARN),
                  m.get(EXPORT_TIME),
                  m.get(TOKEN),
                  m.get(BUCKET),
                  m.get(PREFIX),
                  m.get(EXPORT_FORMAT),
                  m.get(EXPORT_TYPE),
                  m.get(INCREMENT),
                  JsonLines.FORMAT),
          TABLE_ARN,
          EXPORT_TIME,
          TOKEN,
          BUCKET,
          PREFIX,
          EXPORT_FORMAT,
          EXPORT_TYPE,
          INCREMENT);
  private static final JsonReader<ImportTable> IMPORT =
      JsonStructures.structure(
          "ImportTableInput",
          TransferOperations::importTable,
          SOURCE,
          TOKEN,
          INPUT_FORMAT,
          COMPRESSION,
          INPUT_OPTIONS,
          PARAMETERS);
  private static final JsonReader<DescribeExport> DESCRIBE_EXPORT =
      JsonStructures.structure(
          "DescribeExportInput", m -> new DescribeExport(m.get(EXPORT_ARN)), EXPORT_ARN);
  private static final JsonReader<DescribeImport> DESCRIBE_IMPORT =
      JsonStructures.structure(
          "DescribeImportInput", m -> new DescribeImport(m.get(IMPORT_ARN)), IMPORT_ARN);
  private static final JsonReader<ListExports> LIST_EXPORTS =
      JsonStructures.structure(
          "ListExportsInput",
          m -> new ListExports(m.get(TABLE_ARN), m.get(MAX_RESULTS), m.get(NEXT_TOKEN)),
          TABLE_ARN,
          MAX_RESULTS,
          NEXT_TOKEN);
  private static final JsonReader<ListImports> LIST_IMPORTS =
      JsonStructures.structure(
          "ListImportsInput",
          m -> new ListImports(m.get(TABLE_ARN), m.get(PAGE_SIZE), m.get(NEXT_TOKEN)),
          TABLE_ARN,
          PAGE_SIZE,
          NEXT_TOKEN);

  static final Map<String, JsonOperation<?>> ALL =
      Map.of(
          "ExportTableToPointInTime",
          JsonOperation.of(EXPORT, TransferOperations::exported),
          "DescribeExport",
          JsonOperation.of(DESCRIBE_EXPORT, TransferOperations::exported),
          "ListExports",
          JsonOperation.of(LIST_EXPORTS, TransferOperations::exports),
          "ImportTable",
          JsonOperation.of(IMPORT, TransferOperations::imported),
          "DescribeImport",
          JsonOperation.of(DESCRIBE_IMPORT, TransferOperations::imported),
          "ListImports",
          JsonOperation.of(LIST_IMPORTS, TransferOperations::imports));

  private TransferOperations() {}

  private static ImportTable importTable(MemberValues m) {
    var source = m.get(SOURCE);
    var csv = Structure.get(m.get(INPUT_OPTIONS), CSV);
    return new ImportTable(
        Structure.get(source, BUCKET),
        Structure.get(source, KEY_PREFIX),
        m.get(TOKEN),
        m.get(INPUT_FORMAT),
        m.get(COMPRESSION),
        Structure.get(csv, DELIMITER),
        Structure.get(csv, HEADER),
        m.get(PARAMETERS),
        JsonLines.FORMAT);
  }

  private static void exported(JsonGenerator out, TransferDescription description)
      throws IOException {
    var export = description.transfer();
    out.writeObjectFieldStart("ExportDescription");
    out.writeStringField("ExportArn", description.arn());
    out.writeStringField("ExportStatus", export.status().name());
    out.writeStringField("ExportType", export.exportType());
    times(out, export);
    out.writeStringField("TableArn", description.tableArn());
    out.writeStringField("TableId", export.table().uuid());
    period(out, export);
    optional(out, "ClientToken", export.clientToken());
    out.writeStringField("S3Bucket", export.bucket());
    optional(out, "S3Prefix", export.prefix());
    out.writeStringField("ExportFormat", "DYNAMODB_JSON");
    if (export.status() == Status.COMPLETED) {
      out.writeStringField("ExportManifest", export.exportKey() + "/manifest-summary.json");
    }
    out.writeNumberField("BilledSizeBytes", export.counts().bytes());
    out.writeNumberField("ItemCount", export.counts().written());
    failure(out, export);
    out.writeEndObject();
  }

  /** Writes the time of a full export, or the period of an incremental one. */
  private static void period(JsonGenerator out, Transfer export) throws IOException {
    if (export.increment().isEmpty()) {
      JsonTables.writeTime(out, "ExportTime", export.at());
      return;
    }
    out.writeObjectFieldStart("IncrementalExportSpecification");
    JsonTables.writeTime(out, "ExportFromTime", export.increment().get().from());
    JsonTables.writeTime(out, "ExportToTime", export.at());
    out.writeStringField("ExportViewType", export.increment().get().view().name());
    out.writeEndObject();
  }

  private static void times(JsonGenerator out, Transfer transfer) throws IOException {
    JsonTables.writeTime(out, "StartTime", transfer.started());
    if (transfer.ended().isPresent()) {
      JsonTables.writeTime(out, "EndTime", transfer.ended().get());
    }
  }

  private static void optional(JsonGenerator out, String name, Optional<String> text)
      throws IOException {
    if (text.isPresent()) out.writeStringField(name, text.get());
  }

  private static void failure(JsonGenerator out, Transfer transfer) throws IOException {
    if (transfer.failure().isEmpty()) return;
    out.writeStringField("FailureCode", transfer.failure().get().code());
    out.writeStringField("FailureMessage", transfer.failure().get().message());
  }

  private static void exports(JsonGenerator out, TransferPage page) throws IOException {
    out.writeArrayFieldStart("ExportSummaries");
    for (var description : page.transfers()) {
      out.writeStartObject();
      out.writeStringField("ExportArn", description.arn());
      out.writeStringField("ExportStatus", description.transfer().status().name());
      out.writeStringField("ExportType", description.transfer().exportType());
      out.writeEndObject();
    }
    out.writeEndArray();
    optional(out, "NextToken", page.nextToken());
  }

  private static void imported(JsonGenerator out, TransferDescription description)
      throws IOException {
    var transfer = description.transfer();
    out.writeObjectFieldStart("ImportTableDescription");
    summary(out, description);
    out.writeStringField("TableId", transfer.table().uuid());
    optional(out, "ClientToken", transfer.clientToken());
    options(out, transfer.input());
    out.writeFieldName("TableCreationParameters");
    JsonTables.writeParameters(out, transfer.table());
    out.writeNumberField("ErrorCount", transfer.counts().errors());
    out.writeNumberField("ProcessedSizeBytes", transfer.counts().bytes());
    out.writeNumberField("ProcessedItemCount", transfer.counts().processed());
    out.writeNumberField("ImportedItemCount", transfer.counts().written());
    failure(out, transfer);
    out.writeEndObject();
  }

  private static void summary(JsonGenerator out, TransferDescription description)
      throws IOException {
    var transfer = description.transfer();
    out.writeStringField("ImportArn", description.arn());
    out.writeStringField("ImportStatus", transfer.status().name());
    out.writeStringField("TableArn", description.tableArn());
    out.writeObjectFieldStart("S3BucketSource");
    out.writeStringField("S3Bucket", transfer.bucket());
    optional(out, "S3KeyPrefix", transfer.prefix());
    out.writeEndObject();
    out.writeStringField("InputFormat", transfer.input().encoding().name());
    times(out, transfer);
  }

  private static void options(JsonGenerator out, InputFormat input) throws IOException {
    out.writeStringField("InputCompressionType", input.isCompressed() ? "GZIP" : "NONE");
    if (input.encoding() != InputFormat.Encoding.CSV) return;
    out.writeObjectFieldStart("InputFormatOptions");
    out.writeObjectFieldStart("Csv");
    out.writeStringField("Delimiter", String.valueOf(input.delimiter()));
    if (input.header().isPresent()) {
      out.writeArrayFieldStart("HeaderList");
      for (var column : input.header().get()) out.writeString(column);
      out.writeEndArray();
    }
    out.writeEndObject();
    out.writeEndObject();
  }

  private static void imports(JsonGenerator out, TransferPage page) throws IOException {
    out.writeArrayFieldStart("ImportSummaryList");
    for (var description : page.transfers()) {
      out.writeStartObject();
      summary(out, description);
      out.writeEndObject();
    }
    out.writeEndArray();
    optional(out, "NextToken", page.nextToken());
  }
}
