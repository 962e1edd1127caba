package dev.trestle.dynamodb.http;

import static dev.trestle.dynamodb.embedded.TransferFixture.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.TransferFixture;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.gen.Property;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportType;
import software.amazon.awssdk.services.dynamodb.model.IncrementalExportSpecification;

/** Exports of what changed between two times. */
class IncrementalExportTest {
  private static final int ITEMS = 12;
  private static final int WRITES = 150;
  private static final int PERIODS = 8;

  @TempDir private Path folder;
  private final ManualClock clock = new ManualClock();
  private Trestle trestle;
  private DynamoDbServer server;
  private DynamoDbClient remote;

  /** A write of an item: its version, or empty if it was deleted. */
  private record Write(Instant time, Optional<Integer> version) {}

  /** What an export says about an item: the versions of its images. */
  private record Change(long micros, Optional<Integer> old, Optional<Integer> now) {}

  @BeforeEach
  void open() {
    trestle = Trestle.open(EngineOptions.at(folder.resolve("data")).withClock(clock));
    server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
    remote = TransferFixture.over(server.endpoint());
    new TransferFixture(trestle.client()).createWithRecovery();
    clock.advance(Duration.ofMinutes(1));
  }

  @AfterEach
  void close() {
    remote.close();
    server.close();
    trestle.close();
  }

  private void put(int item, int version) {
    var values = new HashMap<>(Samples.key("p", item));
    values.put("version", AttributeValue.fromN(Integer.toString(version)));
    trestle.client().putItem(request -> request.tableName(Samples.TABLE).item(values));
  }

  private void delete(int item) {
    trestle
        .client()
        .deleteItem(request -> request.tableName(Samples.TABLE).key(Samples.key("p", item)));
  }

  private static Consumer<ExportTableToPointInTimeRequest.Builder> between(
      Instant from, Instant to) {
    return request ->
        request
            .exportType(ExportType.INCREMENTAL_EXPORT)
            .incrementalExportSpecification(period -> period.exportFromTime(from).exportToTime(to));
  }

  private Map<Integer, Change> read(ExportDescription export) throws IOException {
    assertThat(export.exportStatus()).as(export.toString()).isEqualTo(ExportStatus.COMPLETED);
    var changes = new HashMap<Integer, Change>();
    for (var line : lines(export)) {
      var change = JsonNode.parser().parse(line).asObject();
      int item = Integer.parseInt(member(change.get("Keys"), "sk", "N").text());
      changes.put(
          item,
          new Change(
              Long.parseLong(member(change.get("Metadata"), "WriteTimestampMicros", "N").text()),
              version(change.get("OldImage")),
              version(change.get("NewImage"))));
    }
    assertThat(export.itemCount()).isEqualTo(changes.size());
    return changes;
  }

  private static JsonNode member(@Nullable JsonNode object, String... names) {
    var found = Objects.requireNonNull(object);
    for (var name : names) found = Objects.requireNonNull(found.asObject().get(name), name);
    return found;
  }

  private static Optional<Integer> version(@Nullable JsonNode image) {
    return Optional.ofNullable(image)
        .map(found -> Integer.parseInt(member(found, "version", "N").text()));
  }

  private List<String> lines(ExportDescription export) throws IOException {
    var lines = new ArrayList<String>();
    var data =
        folder
            .resolve("data/exports")
            .resolve(BUCKET)
            .resolve(export.exportManifest())
            .resolveSibling("data");
    try (var files = Files.list(data)) {
      for (var file : files.toList()) {
        try (var in =
            new BufferedReader(
                new InputStreamReader(
                    new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
          lines.addAll(in.lines().toList());
        }
      }
    }
    return lines;
  }

  @Test
  void what_changed_in_a_period_is_exported_with_its_state_before_and_after() throws IOException {
    long seed = Property.seed();
    var random = new SplittableRandom(seed);
    var history = new HashMap<Integer, List<Write>>();
    var start = clock.instant();
    for (int version = 1; version <= WRITES; version++) {
      clock.advance(Duration.ofSeconds(random.nextInt(0, 120)));
      int item = random.nextInt(ITEMS);
      boolean isDeletion = random.nextInt(3) == 0;
      if (isDeletion) delete(item);
      else put(item, version);
      var writes = history.computeIfAbsent(item, _ -> new ArrayList<>());
      boolean isThere = !writes.isEmpty() && writes.getLast().version.isPresent();
      if (isDeletion && !isThere) continue;
      var now = isDeletion ? Optional.<Integer>empty() : Optional.of(version);
      writes.add(new Write(clock.instant(), now));
    }
    clock.advance(Duration.ofMinutes(30));
    long seconds = Duration.between(start, clock.instant()).toSeconds();
    for (int i = 0; i < PERIODS; i++) {
      var from = start.plusSeconds(random.nextLong(seconds - 900));
      var to = from.plusSeconds(900 + random.nextLong(seconds - 900 - secondsTo(start, from) + 1));
      var export = new TransferFixture(trestle.client()).export(between(from, to));
      assertThat(read(export))
          .as("from %s to %s, with seed %d", from, to, seed)
          .isEqualTo(expected(history, from, to));
    }
  }

  private static long secondsTo(Instant start, Instant end) {
    return Duration.between(start, end).toSeconds();
  }

  private static Map<Integer, Change> expected(
      Map<Integer, List<Write>> history, Instant from, Instant to) {
    var changes = new HashMap<Integer, Change>();
    history.forEach((item, writes) -> {
      var before = last(writes, from);
      var after = last(writes, to);
      if (after.isEmpty() || before.equals(after)) return;
      var change =
          new Change(
              after.get().time.toEpochMilli() * 1000,
              before.flatMap(Write::version),
              after.get().version);
      if (change.old.isPresent() || change.now.isPresent()) changes.put(item, change);
    });
    return changes;
  }

  /** Returns the last write before a time. */
  private static Optional<Write> last(List<Write> writes, Instant before) {
    return writes.stream()
        .filter(write -> write.time.isBefore(before))
        .reduce((_, second) -> second);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void the_manifest_and_the_description_say_what_was_exported(boolean isRemote) throws IOException {
    put(1, 1);
    clock.advance(Duration.ofMinutes(20));
    put(1, 2);
    put(2, 3);
    clock.advance(Duration.ofMinutes(20));
    var from = clock.instant().minus(Duration.ofMinutes(30));
    var transfers = new TransferFixture(isRemote ? remote : trestle.client());
    var export =
        transfers.export(request ->
            request
                .exportType(ExportType.INCREMENTAL_EXPORT)
                .incrementalExportSpecification(
                    period -> period.exportFromTime(from).exportViewType("NEW_IMAGE")));
    assertThat(export.exportType()).isEqualTo(ExportType.INCREMENTAL_EXPORT);
    assertThat(export.exportTime()).isNull();
    var period = export.incrementalExportSpecification();
    assertThat(period.exportFromTime()).isEqualTo(from);
    assertThat(period.exportToTime()).isEqualTo(clock.instant());
    assertThat(period.exportViewTypeAsString()).isEqualTo("NEW_IMAGE");
    var micros = clock.instant().minus(Duration.ofMinutes(20)).toEpochMilli() * 1000;
    assertThat(read(export))
        .isEqualTo(
            Map.of(
                1, new Change(micros, Optional.empty(), Optional.of(2)),
                2, new Change(micros, Optional.empty(), Optional.of(3))));
    var manifest =
        Files.readString(
            folder.resolve("data/exports").resolve(BUCKET).resolve(export.exportManifest()));
    assertThat(manifest)
        .contains(
            "\"version\":\"2023-08-01\"",
            "\"exportFromTime\":\"" + from + "\"",
            "\"outputView\":\"NEW_IMAGE\"",
            "\"exportType\":\"INCREMENTAL_EXPORT\"")
        .doesNotContain("exportTime");
  }

  @Test
  void a_period_that_is_too_short_or_too_long_is_refused() {
    clock.advance(Duration.ofDays(2));
    var now = clock.instant();
    var transfers = new TransferFixture(trestle.client());
    assertRefused(
        () -> transfers.export(between(now.minus(Duration.ofMinutes(14)), now)),
        "Difference between export period from time and export period to time is less than 15"
            + " minutes");
    assertRefused(
        () -> transfers.export(between(now.minus(Duration.ofMinutes(24 * 60 + 1)), now)),
        "Difference between export period from time and export period to time is greater than 24"
            + " hours");
    assertRefused(
        () -> transfers.export(between(now.minus(Duration.ofDays(3)), now)),
        "Incremental export period from time cannot be less than the table creation time : "
            + now.minus(Duration.ofDays(3)));
    assertRefused(
        () -> transfers.export(between(now.minus(Duration.ofHours(1)), now.plusSeconds(1))),
        "Incremental export period to time cannot be greater than the current time : "
            + now.plusSeconds(1));
    assertRefused(
        () -> transfers.export(request -> request.exportTime(now.plusSeconds(1))),
        "Export Time is invalid");
  }

  @Test
  void the_type_of_an_export_and_its_period_must_fit() {
    var transfers = new TransferFixture(trestle.client());
    assertRefused(
        () -> transfers.export(request -> request.exportType(ExportType.INCREMENTAL_EXPORT)),
        "Invalid Request: Incremental Export Specification expected when export type is set as"
            + " Incremental Export");
    Consumer<IncrementalExportSpecification.Builder> empty = period -> {};
    assertRefused(
        () ->
            transfers.export(request ->
                request
                    .exportType(ExportType.INCREMENTAL_EXPORT)
                    .incrementalExportSpecification(empty)),
        "Invalid Request: ExportFromTime must be provided in IncrementalExportSpecification");
    assertRefused(
        () -> transfers.export(request -> request.incrementalExportSpecification(empty)),
        "Invalid Request: Export Type expected to be Incremental Export when incremental export"
            + " specification is provided");
    assertRefused(
        () ->
            transfers.export(request ->
                request.exportType(ExportType.FULL_EXPORT).incrementalExportSpecification(empty)),
        "Invalid Request: When Export Type is Full Export , Incremental Export Specification should"
            + " not be provided");
  }

  private static void assertRefused(ThrowingCallable request, String text) {
    assertThatThrownBy(request)
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            refused -> assertThat(refused.awsErrorDetails().errorMessage()).isEqualTo(text));
  }

  @Test
  void a_client_token_counts_until_eight_hours_after_the_end() {
    var transfers = new TransferFixture(trestle.client());
    var first = transfers.export(request -> request.clientToken("token"));
    clock.advance(Duration.ofHours(8));
    assertThat(transfers.export(request -> request.clientToken("token")).exportArn())
        .isEqualTo(first.exportArn());
    clock.advance(Duration.ofSeconds(1));
    assertThat(transfers.export(request -> request.clientToken("token")).exportArn())
        .isNotEqualTo(first.exportArn());
  }
}
