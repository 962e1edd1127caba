package dev.trestle.dynamodb.embedded;

import static dev.trestle.dynamodb.embedded.TransferFixture.BUCKET;
import static dev.trestle.dynamodb.embedded.TransferFixture.parameters;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.json.JsonLines;
import dev.trestle.engine.EngineBackups;
import dev.trestle.engine.operation.ExportTableToPointInTime;
import dev.trestle.engine.operation.ImportTable;
import dev.trestle.engine.transfer.ExportFormat;
import dev.trestle.engine.transfer.ExportedChange;
import dev.trestle.item.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;

/**
 * A crash in the middle of an export or import: the data is copied while the engine waits at an
 * item, and the copy is opened.
 */
class TransferCrashTest {
  private static final int ITEMS = 20;
  private static final int REACHED = 10;

  @TempDir Path folder;

  /** Waits at an item until it is released. */
  private static final class Waiting implements ExportFormat {
    private final AtomicInteger items = new AtomicInteger();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public byte[] write(Item item) {
      pass();
      return JsonLines.FORMAT.write(item);
    }

    @Override
    public byte[] write(ExportedChange change) {
      return JsonLines.FORMAT.write(change);
    }

    @Override
    public Item read(byte[] line) {
      pass();
      return JsonLines.FORMAT.read(line);
    }

    @Override
    public byte[] writeObject(Map<String, @Nullable Object> members) {
      return JsonLines.FORMAT.writeObject(members);
    }

    private void pass() {
      if (items.incrementAndGet() != REACHED) return;
      reached.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    void awaitReached() throws InterruptedException {
      assertThat(reached.await(2, TimeUnit.MINUTES)).isTrue();
    }
  }

  /** A live folder cannot be copied file by file, so the tables come from a backup. */
  private Path copy(Trestle trestle) throws IOException {
    var target = folder.resolve("crashed");
    try (var backups = EngineBackups.open(folder.resolve("backups"))) {
      backups.create(trestle.engine());
      backups.restore(backups.list().getLast().id(), target);
    }
    var exports = folder.resolve("data/exports");
    try (var files = Files.walk(exports)) {
      for (var file : files.toList()) {
        Files.copy(file, target.resolve("exports").resolve(exports.relativize(file)));
      }
    }
    return target;
  }

  private static void fill(Trestle trestle) {
    new TransferFixture(trestle.client()).createWithRecovery();
    for (int i = 0; i < ITEMS; i++) {
      var item = Samples.item("a", i);
      trestle.client().putItem(r -> r.tableName(Samples.TABLE).item(item));
    }
  }

  @Test
  void a_crash_during_an_export_leaves_no_files_and_it_can_be_repeated() throws Exception {
    var waiting = new Waiting();
    Path crashed;
    String arn;
    try (var trestle = Trestle.open(folder.resolve("data"))) {
      fill(trestle);
      var table = new TransferFixture(trestle.client()).tableArn();
      var started =
          trestle
              .engine()
              .run(
                  new ExportTableToPointInTime(
                      table, null, null, BUCKET, null, null, null, null, waiting));
      arn = started.arn();
      waiting.awaitReached();
      crashed = copy(trestle);
      waiting.released.countDown();
      assertThat(new TransferFixture(trestle.client()).ended(arn).exportStatus())
          .isEqualTo(ExportStatus.COMPLETED);
    }
    try (var trestle = Trestle.open(crashed)) {
      var transfers = new TransferFixture(trestle.client());
      assertThat(transfers.ended(arn).exportStatus()).isEqualTo(ExportStatus.FAILED);
      try (var files = Files.list(crashed.resolve("exports").resolve(BUCKET + "/AWSDynamoDB"))) {
        assertThat(files).isEmpty();
      }
      assertThat(transfers.export(r -> {}).itemCount()).isEqualTo(ITEMS);
    }
  }

  @Test
  void a_crash_during_an_import_leaves_no_table_and_it_can_be_repeated() throws Exception {
    var waiting = new Waiting();
    Path crashed;
    String arn;
    try (var trestle = Trestle.open(folder.resolve("data"))) {
      fill(trestle);
      var transfers = new TransferFixture(trestle.client());
      transfers.export(r -> {});
      var started =
          trestle
              .engine()
              .run(
                  new ImportTable(
                      BUCKET,
                      null,
                      null,
                      "DYNAMODB_JSON",
                      "GZIP",
                      null,
                      null,
                      TableRequests.createImported(parameters("copy")),
                      waiting));
      arn = started.arn();
      waiting.awaitReached();
      assertThat(
              trestle
                  .client()
                  .describeTable(r -> r.tableName("copy"))
                  .table()
                  .tableStatusAsString())
          .isEqualTo("CREATING");
      assertThatThrownBy(
              () -> trestle.client().createBackup(r -> r.tableName("copy").backupName("half")))
          .isInstanceOf(ContinuousBackupsUnavailableException.class)
          .hasMessageContaining(
              "Backups are being enabled for the table: copy. Please retry later");
      crashed = copy(trestle);
      waiting.released.countDown();
      assertThat(transfers.importEnded(arn).importStatus()).isEqualTo(ImportStatus.COMPLETED);
      assertThat(transfers.items("copy")).isEqualTo(transfers.items(Samples.TABLE));
    }
    try (var trestle = Trestle.open(crashed)) {
      var transfers = new TransferFixture(trestle.client());
      assertThat(transfers.importEnded(arn).importStatus()).isEqualTo(ImportStatus.FAILED);
      assertThat(trestle.client().listTables().tableNames()).containsExactly(Samples.TABLE);
      var again =
          transfers.imported(r ->
              r.s3BucketSource(s -> s.s3Bucket(BUCKET))
                  .tableCreationParameters(parameters("copy")));
      assertThat(again.importedItemCount()).isEqualTo(ITEMS);
      assertThat(transfers.items("copy")).isEqualTo(transfers.items(Samples.TABLE));
    }
  }
}
