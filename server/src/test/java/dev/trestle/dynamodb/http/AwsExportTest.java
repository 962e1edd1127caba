package dev.trestle.dynamodb.http;

import static dev.trestle.dynamodb.embedded.TransferFixture.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.TransferFixture;
import dev.trestle.dynamodb.embedded.Trestle;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableCreationParameters;

/**
 * Imports an export in the form in which AWS documents its own: manifests with checksums, a mark
 * that the export has started, and data files with names that mean nothing, some of them empty.
 * None of it was written by Trestle.
 */
class AwsExportTest {
  private static final String EXPORT = "AWSDynamoDB/01693685827463-2d8752fd/";

  @TempDir private Path folder;
  private Trestle trestle;

  @BeforeEach
  void open() throws IOException, URISyntaxException {
    var resource = Objects.requireNonNull(AwsExportTest.class.getResource("/aws-export"));
    trestle = Trestle.open(folder.resolve("data"));
    copy(Path.of(resource.toURI()), folder.resolve("data/exports").resolve(BUCKET));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var paths = Files.walk(from)) {
      for (var path : paths.toList()) {
        var target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) Files.createDirectories(target);
        else Files.copy(path, target);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"false, ''", "true, ''", "false, data/", "true, data/"})
  void an_export_of_aws_is_imported(boolean isRemote, String part) {
    try (var server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
        var remote = TransferFixture.over(server.endpoint())) {
      var transfers = new TransferFixture(isRemote ? remote : trestle.client());
      var imported =
          transfers.imported(r ->
              r.s3BucketSource(s -> s.s3Bucket(BUCKET).s3KeyPrefix(EXPORT + part))
                  .tableCreationParameters(parameters()));
      assertThat(imported.importStatus()).as(imported.toString()).isEqualTo(ImportStatus.COMPLETED);
      assertThat(imported.importedItemCount()).isEqualTo(3);
      assertThat(imported.errorCount()).isZero();
    }
    assertImported();
    var table = trestle.client().describeTable(r -> r.tableName("tools")).table();
    assertThat(table.globalSecondaryIndexes().getFirst().warmThroughput().readUnitsPerSecond())
        .isEqualTo(20_000);
  }

  private static TableCreationParameters parameters() {
    return TableCreationParameters.builder()
        .tableName("tools")
        .billingMode("PAY_PER_REQUEST")
        .attributeDefinitions(
            Samples.attribute("Id", ScalarAttributeType.N),
            Samples.attribute("Shelf", ScalarAttributeType.S))
        .keySchema(Samples.element("Id", KeyType.HASH))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName("by_shelf")
                .keySchema(Samples.element("Shelf", KeyType.HASH))
                .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
                .warmThroughput(w -> w.readUnitsPerSecond(20_000L))
                .build())
        .build();
  }

  private void assertImported() {
    var items = trestle.client().scan(r -> r.tableName("tools").consistentRead(true)).items();
    var note = Map.of("Length", fromN("100"), "Note", fromNul(true));
    assertThat(items)
        .containsExactlyInAnyOrder(
            Map.of(
                "Id", fromN("101"),
                "Title", fromS("Try square \"No. 2\", 250 mm"),
                "Tags", fromSs(List.of("measuring", "wood")),
                "Sizes", fromNs(List.of("12.5", "250")),
                "Price", fromN("18.9"),
                "InStock", fromBool(true)),
            Map.of(
                "Id", fromN("102"),
                "Title", fromS("Zwölferschlüssel ✓"),
                "Drawing", fromB(bytes(0, 1, 2, 255)),
                "Parts", fromL(List.of(fromS("jaw"), fromM(note)))),
            Map.of(
                "Id", fromN("-7"),
                "Title", fromS(""),
                "Scans", fromBs(List.of(bytes(0), bytes(255))),
                "InStock", fromBool(false),
                "Empty", fromM(Map.of()),
                "None", fromL(List.of())));
  }

  private static SdkBytes bytes(int... values) {
    var bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) bytes[i] = (byte) values[i];
    return SdkBytes.fromByteArray(bytes);
  }
}
