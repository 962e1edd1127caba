package dev.trestle.dynamodb.http;

import static dev.trestle.dynamodb.embedded.TransferFixture.BUCKET;
import static dev.trestle.dynamodb.embedded.TransferFixture.parameters;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.SdkValuesProperties;
import dev.trestle.dynamodb.embedded.TransferFixture;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.gen.Strings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.InputFormat;

class ExportImportTest {
  private static final int ITEMS = 200;

  @TempDir Path folder;
  private Trestle trestle;
  private DynamoDbServer server;
  private DynamoDbClient remote;
  private Path exports;

  @BeforeEach
  void open() {
    trestle = Trestle.open(folder.resolve("data"));
    exports = folder.resolve("data/exports");
    server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
    remote = TransferFixture.over(server.endpoint());
  }

  @AfterEach
  void close() {
    remote.close();
    server.close();
    trestle.close();
  }

  private DynamoDbClient client(boolean isRemote) {
    return isRemote ? remote : trestle.client();
  }

  private void put(Map<String, AttributeValue> item) {
    trestle.client().putItem(r -> r.tableName(Samples.TABLE).item(item));
  }

  private void write(String file, String... lines) throws IOException {
    var path = exports.resolve(BUCKET).resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, List.of(lines));
  }

  private static void assertRefused(Runnable request, String code, String message) {
    assertThatThrownBy(request::run)
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            refused -> {
              assertThat(refused.awsErrorDetails().errorCode()).isEqualTo(code);
              assertThat(refused.awsErrorDetails().errorMessage()).contains(message);
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void what_is_exported_can_be_imported_again(boolean isRemote) {
    var transfers = new TransferFixture(client(isRemote));
    transfers.createWithRecovery();
    long seed = Property.seed();
    var count = new int[1];
    Property.check(
        seed,
        ITEMS,
        Gen.maps(Strings.any(1, 10), SdkValuesProperties.values(3), 0, 6),
        generated -> {
          var item = new HashMap<>(generated);
          item.remove("colour"); // the key of the index
          item.putAll(Samples.key("p" + count[0] % 7, count[0]++));
          put(item);
        });
    var export = transfers.export(r -> r.s3Prefix("some/folder"));
    assertThat(export.exportStatus()).as(export.toString()).isEqualTo(ExportStatus.COMPLETED);
    assertThat(export.itemCount()).isEqualTo(count[0]);
    var data = export.exportManifest().replace("manifest-summary.json", "data/");
    var imported =
        transfers.imported(r ->
            r.s3BucketSource(s -> s.s3Bucket(BUCKET).s3KeyPrefix(data))
                .tableCreationParameters(parameters("copy")));
    assertThat(imported.importStatus()).as(imported.toString()).isEqualTo(ImportStatus.COMPLETED);
    assertThat(imported.importedItemCount()).isEqualTo(count[0]);
    assertThat(imported.errorCount()).isZero();
    assertThat(transfers.items("copy"))
        .as("seed %s", seed)
        .isEqualTo(transfers.items(Samples.TABLE))
        .hasSize(count[0]);
    var copy = trestle.client().describeTable(r -> r.tableName("copy")).table();
    assertThat(copy.tableStatusAsString()).isEqualTo("ACTIVE");
    assertThat(copy.restoreSummary()).isNull();
    assertThat(copy.itemCount()).isEqualTo(count[0]);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_export_has_the_items_of_its_time(boolean isRemote) {
    var transfers = new TransferFixture(client(isRemote));
    transfers.createWithRecovery();
    put(Samples.item("a", 1, "text", AttributeValue.fromS("before")));
    var at = trestle.engine().stats().now();
    TransferFixture.await(
        () -> trestle.engine().stats().now(), now -> now.isAfter(at.plusMillis(2)));
    put(Samples.item("a", 1, "text", AttributeValue.fromS("after")));
    put(Samples.item("a", 2));
    var export = transfers.export(r -> r.exportTime(at.plusMillis(1)));
    assertThat(export.itemCount()).isEqualTo(1);
    transfers.imported(
        r -> r.s3BucketSource(s -> s.s3Bucket(BUCKET)).tableCreationParameters(parameters("copy")));
    assertThat(transfers.items("copy").values())
        .containsExactly(Samples.item("a", 1, "text", AttributeValue.fromS("before")));
  }

  @Test
  void the_files_are_those_that_dynamodb_writes() throws Exception {
    var transfers = new TransferFixture(trestle.client());
    transfers.createWithRecovery();
    put(Samples.item("a", 1));
    var export = transfers.export(r -> {});
    var summary = exports.resolve(BUCKET).resolve(export.exportManifest());
    assertThat(export.exportManifest())
        .matches("AWSDynamoDB/\\d{14}-[0-9a-f]{8}/manifest-summary.json");
    assertThat(Files.readString(summary))
        .contains("\"exportArn\":\"" + export.exportArn() + "\"")
        .contains("\"itemCount\":1,\"outputFormat\":\"DYNAMODB_JSON\"");
    var data = summary.resolveSibling("data/000000.json.gz");
    var digest = MessageDigest.getInstance("MD5").digest(Files.readAllBytes(data));
    var files = Files.readString(summary.resolveSibling("manifest-files.json"));
    assertThat(files)
        .startsWith("{\"itemCount\":1,\"md5Checksum\":\"")
        .contains(Base64.getEncoder().encodeToString(digest))
        .contains("/data/000000.json.gz\"}");
    try (var in = new GZIPInputStream(Files.newInputStream(data))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(
              "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"text\":{\"S\":\"of a 1\"}}}\n");
    }
    try (var all = Files.list(summary.resolve("../..").normalize())) {
      assertThat(all).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void exports_and_imports_are_listed_and_stay_after_a_restart(boolean isRemote) {
    var transfers = new TransferFixture(client(isRemote));
    transfers.createWithRecovery();
    var first = transfers.export(r -> {});
    var second = transfers.export(r -> r.s3Prefix("more"));
    var client = client(isRemote);
    var page = client.listExports(r -> r.maxResults(1));
    assertThat(page.exportSummaries().getFirst().exportArn()).isEqualTo(second.exportArn());
    var rest = client.listExports(r -> r.nextToken(page.nextToken()));
    assertThat(rest.exportSummaries())
        .singleElement()
        .satisfies(export -> assertThat(export.exportArn()).isEqualTo(first.exportArn()));
    assertThat(rest.nextToken()).isNull();
    var imported =
        transfers.imported(r ->
            r.s3BucketSource(s -> s.s3Bucket("nothing"))
                .tableCreationParameters(parameters("copy")));
    assertThat(imported.importStatus()).isEqualTo(ImportStatus.FAILED);
    assertThat(imported.failureCode()).isEqualTo("S3NoSuchBucket");
    assertThat(client.listImports(r -> {}).importSummaryList())
        .singleElement()
        .satisfies(each -> assertThat(each.importArn()).isEqualTo(imported.importArn()));
    assertThat(trestle.client().listTables().tableNames()).containsExactly(Samples.TABLE);
    close();
    open();
    var again = new TransferFixture(client(isRemote));
    assertThat(again.ended(first.exportArn())).isEqualTo(first);
    assertThat(again.importEnded(imported.importArn())).isEqualTo(imported);
  }

  @Test
  void the_same_client_token_starts_nothing_new() {
    var transfers = new TransferFixture(trestle.client());
    transfers.createWithRecovery();
    var first = transfers.export(r -> r.clientToken("token"));
    var second = transfers.export(r -> r.clientToken("token"));
    assertThat(second).isEqualTo(first);
    assertRefused(
        () -> transfers.export(r -> r.clientToken("token").s3Prefix("other")),
        "ExportConflictException",
        "Export conflict: Duplicate request detected with conflicting parameters");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void requests_that_cannot_be_met_are_refused(boolean isRemote) {
    var client = client(isRemote);
    var transfers = new TransferFixture(client);
    Samples.createTable(client);
    assertRefused(
        () -> transfers.export(r -> {}),
        "PointInTimeRecoveryUnavailableException",
        "Point in time recovery is not enabled for table 'samples'");
    assertRefused(
        () ->
            client.exportTableToPointInTime(
                r -> r.tableArn(transfers.tableArn() + "x").s3Bucket(BUCKET)),
        "TableNotFoundException",
        "Table not found: " + transfers.tableArn() + "x");
    assertRefused(
        () -> client.exportTableToPointInTime(r -> r.tableArn("samples").s3Bucket(BUCKET)),
        "ValidationException",
        "One or more parameter values were invalid: tableArn is not a valid ARN");
    assertRefused(
        () -> client.describeExport(r -> r.exportArn(transfers.tableArn() + "/export/1")),
        "ExportNotFoundException",
        "Export not found: ");
    assertRefused(
        () -> client.describeImport(r -> r.importArn(transfers.tableArn() + "/import/1")),
        "ImportNotFoundException",
        "Import not found: ");
    assertRefused(
        () ->
            transfers.imported(r ->
                r.s3BucketSource(s -> s.s3Bucket(BUCKET))
                    .tableCreationParameters(parameters(Samples.TABLE))),
        "ResourceInUseException",
        "Table already exists: samples");
    assertRefused(
        () ->
            transfers.imported(r ->
                r.s3BucketSource(s -> s.s3Bucket(BUCKET))
                    .inputFormat(InputFormat.ION)
                    .tableCreationParameters(parameters("copy"))),
        "ValidationException",
        "only DYNAMODB_JSON and CSV");
  }

  @Test
  void names_that_lead_out_of_the_folder_are_refused() throws IOException {
    var transfers = new TransferFixture(trestle.client());
    transfers.createWithRecovery();
    put(Samples.item("a", 1));
    for (var bucket :
        List.of("..", ".", "a/b", "../x", "/tmp", "a\u0000b", "", "-a", "a".repeat(256))) {
      assertRefused(
          () -> transfers.export(r -> r.s3Bucket(bucket)), "ValidationException", "s3Bucket");
      assertRefused(
          () ->
              transfers.imported(r ->
                  r.s3BucketSource(s -> s.s3Bucket(bucket))
                      .tableCreationParameters(parameters("copy"))),
          "ValidationException",
          "s3Bucket");
    }
    for (var prefix :
        List.of(
            "..",
            "a/../../b",
            "/a",
            "a//b",
            "a/",
            ".",
            "a\u0000b",
            "a\\b",
            "a\nb",
            "é".repeat(128))) {
      assertRefused(
          () -> transfers.export(r -> r.s3Prefix(prefix)), "ValidationException", "S3Prefix");
    }
    assertThat(exports).doesNotExist();
    try (var all = Files.list(folder)) {
      assertThat(all).containsExactly(folder.resolve("data"));
    }
  }

  @Test
  void links_out_of_the_folder_are_not_followed() throws IOException {
    var transfers = new TransferFixture(trestle.client());
    transfers.createWithRecovery();
    var outside = Files.createDirectory(folder.resolve("outside"));
    var secret = "{\"Item\":{\"pk\":{\"S\":\"secret\"},\"sk\":{\"N\":\"1\"}}}\n";
    Files.writeString(outside.resolve("secret.json"), secret);
    Files.createDirectories(exports.resolve("plain"));
    Files.createSymbolicLink(exports.resolve("linked"), outside);
    Files.createSymbolicLink(exports.resolve("plain/folder"), outside);
    Files.createSymbolicLink(exports.resolve("plain/file.json"), outside.resolve("secret.json"));
    assertThat(transfers.export(r -> r.s3Bucket("linked")).exportStatus())
        .isEqualTo(ExportStatus.FAILED);
    assertThat(transfers.export(r -> r.s3Bucket("plain").s3Prefix("folder")).exportStatus())
        .isEqualTo(ExportStatus.FAILED);
    var linked =
        transfers.imported(r ->
            r.s3BucketSource(s -> s.s3Bucket("linked"))
                .tableCreationParameters(parameters("copy")));
    assertThat(linked.failureCode()).isEqualTo("S3NoSuchBucket");
    try (var all = Files.list(outside)) {
      assertThat(all).containsExactly(outside.resolve("secret.json"));
    }
    assertThat(trestle.client().listTables().tableNames()).containsExactly(Samples.TABLE);
    var plain =
        transfers.imported(r ->
            r.s3BucketSource(s -> s.s3Bucket("plain"))
                .inputCompressionType("NONE")
                .tableCreationParameters(parameters("copy")));
    assertThat(plain.importStatus()).as("as of no files").isEqualTo(ImportStatus.COMPLETED);
    assertThat(transfers.items("copy")).isEmpty();
  }

  @Test
  void invalid_items_fail_the_import_but_the_others_are_there_and_the_last_of_equal_keys_stays()
      throws IOException {
    write(
        "in/items.json",
        "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"old\"}}}",
        "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"new\"}}}",
        "",
        "{\"Item\":{\"pk\":{\"S\":\"no sort key\"}}}",
        "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"wrong type\"}}}",
        "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"no number\"}}}",
        "{\"Item\":{}} {}",
        "no json");
    var transfers = new TransferFixture(trestle.client());
    var imported =
        transfers.imported(r ->
            r.s3BucketSource(s -> s.s3Bucket(BUCKET).s3KeyPrefix("in/"))
                .inputCompressionType("NONE")
                .tableCreationParameters(parameters("copy")));
    assertThat(imported.importStatus()).isEqualTo(ImportStatus.FAILED);
    assertThat(imported.failureCode()).isEqualTo("ItemValidationError");
    assertThat(imported.failureMessage())
        .isEqualTo(
            "Some of the items failed validation checks and were not imported. Please check"
                + " CloudWatch error logs for more details.");
    assertThat(imported.errorCount()).isEqualTo(5);
    assertThat(imported.processedItemCount()).isEqualTo(7);
    assertThat(transfers.items("copy").values())
        .containsExactly(Samples.item("a", 1, "v", AttributeValue.fromS("new")));
    assertThat(trestle.client().describeTable(r -> r.tableName("copy")).table().itemCount())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void csv_has_strings_and_the_types_of_keys(boolean isRemote) throws IOException {
    write(
        "a.csv", "pk;sk;text", "a;1;\"of \"\"a\"\";", "1\"", "a;2;", "a;b;c", "too;1;many;values");
    var transfers = new TransferFixture(client(isRemote));
    var imported =
        transfers.imported(r ->
            r.s3BucketSource(s -> s.s3Bucket(BUCKET))
                .inputFormat(InputFormat.CSV)
                .inputCompressionType("NONE")
                .inputFormatOptions(o -> o.csv(c -> c.delimiter(";")))
                .tableCreationParameters(parameters("copy")));
    assertThat(imported.failureCode()).as(imported.toString()).isEqualTo("ItemValidationError");
    assertThat(imported.inputFormatOptions().csv().delimiter()).isEqualTo(";");
    assertThat(imported.errorCount()).isEqualTo(2);
    assertThat(transfers.items("copy").values())
        .containsExactlyInAnyOrder(
            Samples.item("a", 1, "text", AttributeValue.fromS("of \"a\";\n1")),
            Samples.item("a", 2, "text", AttributeValue.fromS("")));
  }

  @Test
  void a_damaged_file_fails_the_import_and_leaves_no_table() throws IOException {
    write("items.json.gz", "this is not compressed");
    var transfers = new TransferFixture(trestle.client());
    var imported =
        transfers.imported(r ->
            r.s3BucketSource(s -> s.s3Bucket(BUCKET)).tableCreationParameters(parameters("copy")));
    assertThat(imported.importStatus()).isEqualTo(ImportStatus.FAILED);
    assertThat(imported.failureMessage()).contains("could not be imported");
    assertThat(trestle.client().listTables().tableNames()).isEmpty();
  }
}
