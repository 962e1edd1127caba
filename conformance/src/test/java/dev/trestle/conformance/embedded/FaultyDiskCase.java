package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineBackups;
import dev.trestle.engine.StorageException;
import dev.trestle.testing.Await;
import dev.trestle.testing.FaultyDisk;
import dev.trestle.testing.FaultyDisk.Operations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/** One kind of failure in a process whose disk fails: what a caller sees, and what is left. */
enum FaultyDiskCase {
  /** After a failed fsync nobody knows what is on disk, so even a working disk is not trusted. */
  FAILED_SYNC {
    @Override
    void run(FaultyDisk disk, Path folder) {
      try (var trestle = Trestle.open(folder)) {
        disk.failFrom(1, Operations.SYNCS, FaultyDisk.EIO);
        assertThatThrownBy(() -> Ledger.putPair(trestle.client(), PAIRS, 10))
            .isInstanceOf(InternalServerErrorException.class)
            .hasMessageContainingAll("writing to disk failed", "open the folder again");
        disk.heal();
        assertThatThrownBy(() -> Ledger.putPair(trestle.client(), PAIRS + 1, 10))
            .isInstanceOf(InternalServerErrorException.class);
        assertThatThrownBy(trestle.engine()::checkWrites).isInstanceOf(StorageException.class);
        assertThat(Ledger.pairs(trestle.client())).hasSize(PAIRS);
      }
      checkReopened(folder);
    }
  },

  /** Nothing else is returned instead of the items, and reads go on once the disk works. */
  FAILED_READS {
    @Override
    void run(FaultyDisk disk, Path folder) {
      try (var trestle = Trestle.open(folder)) {
        trestle.engine().checkReads();
        disk.failFrom(1, Operations.READS, FaultyDisk.EIO);
        assertThatThrownBy(() -> Ledger.pairs(trestle.client()))
            .isInstanceOf(InternalServerErrorException.class)
            .hasMessageContainingAll("reading from disk failed", "restore a backup");
        assertThatThrownBy(() -> Ledger.putPair(trestle.client(), 0, 10))
            .as("a write that reads the item it replaces")
            .isInstanceOf(InternalServerErrorException.class);
        disk.heal();
        assertThatThrownBy(trestle.engine()::checkReads).isInstanceOf(StorageException.class);
        assertThat(Ledger.pairs(trestle.client())).hasSize(PAIRS);
      }
      checkReopened(folder);
    }
  },

  /** Writes take as long as the disk does, and nothing else waits for them. */
  SLOW_SYNCS {
    @Override
    void run(FaultyDisk disk, Path folder) {
      try (var trestle = Trestle.open(folder)) {
        long start = System.nanoTime();
        disk.slowDown(Operations.SYNCS, SECONDS);
        Ledger.putPair(trestle.client(), PAIRS, 10);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(SECONDS);

        disk.slowDown(Operations.SYNCS, VERY_LONG);
        var write =
            CompletableFuture.runAsync(() -> Ledger.putPair(trestle.client(), PAIRS + 1, 10));
        Await.until(() -> isSlow(trestle), LONG_ENOUGH);
        assertThat(Ledger.pairs(trestle.client())).as("reads go on").hasSize(PAIRS + 1);
        trestle.engine().checkWrites();
        assertThat(write).isNotDone();
        disk.heal();
        write.join();
        assertThat(Ledger.pairs(trestle.client())).hasSize(PAIRS + 2);
        trestle.engine().checkWriteTime();
      }
      checkReopened(folder);
    }
  },

  TOO_MANY_OPEN_FILES {
    @Override
    void run(FaultyDisk disk, Path folder) {
      try (var trestle = Trestle.open(folder);
          var backups = EngineBackups.open(folder.resolveSibling("backups"))) {
        Ledger.putPair(trestle.client(), 0, 10);
        disk.failFrom(1, Operations.OPENS, FaultyDisk.EMFILE);
        assertThatThrownBy(() -> backups.create(trestle.engine()))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining("Too many open files");
        assertThat(Ledger.pairs(trestle.client())).hasSize(PAIRS);
        trestle.engine().checkWrites();
        assertThatThrownBy(() -> fillLog(trestle.client()))
            .as("a write that needs the next write-ahead log")
            .isInstanceOf(InternalServerErrorException.class)
            .hasMessageContaining("Too many open files");
        disk.heal();
        assertThatThrownBy(trestle.engine()::checkWrites).isInstanceOf(StorageException.class);
        assertThat(Ledger.pairs(trestle.client())).hasSizeGreaterThanOrEqualTo(PAIRS);
      }
      disk.failFrom(1, Operations.OPENS, FaultyDisk.EMFILE);
      assertThatThrownBy(() -> Trestle.open(folder).close())
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("Too many open files");
      disk.heal();
      checkReopened(folder);
    }
  },

  /** The power fails right after an export was reported as complete. */
  LOST_ENTRIES_AFTER_EXPORT {
    @Override
    void run(FaultyDisk disk, Path folder) {
      String arn;
      try (var trestle = Trestle.open(folder)) {
        disk.trackEntries();
        arn = export(trestle.client());
      }
      disk.loseEntries();
      disk.heal();
      try (var trestle = Trestle.open(folder)) {
        var export = trestle.client().describeExport(ask -> ask.exportArn(arn)).exportDescription();
        assertThat(export.exportStatus()).isEqualTo(ExportStatus.COMPLETED);
        assertThat(folder.resolve("exports/archive").resolve(export.exportManifest()))
            .isNotEmptyFile();
      }
      checkReopened(folder);
    }

    private String export(DynamoDbClient db) {
      db.updateContinuousBackups(ask ->
          ask.tableName(Ledger.TABLE)
              .pointInTimeRecoverySpecification(on -> on.pointInTimeRecoveryEnabled(true)));
      var table = db.describeTable(ask -> ask.tableName(Ledger.TABLE)).table().tableArn();
      var arn =
          db.exportTableToPointInTime(
                  ask -> ask.tableArn(table).s3Bucket("archive").s3Prefix("new/folders"))
              .exportDescription()
              .exportArn();
      Await.until(
          () ->
              db.describeExport(ask -> ask.exportArn(arn)).exportDescription().exportStatus()
                  == ExportStatus.COMPLETED,
          LONG_ENOUGH);
      return arn;
    }
  };

  private static final Duration SECONDS = Duration.ofSeconds(2);
  private static final Duration VERY_LONG = Duration.ofHours(1);
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(5);
  private static final int PAIRS = 30;
  private static final int ENTRY_BYTES = 3000;
  private static final int LARGE_PAIRS = 200;
  private static final int LARGE_ENTRY_BYTES = 150_000;

  abstract void run(FaultyDisk disk, Path folder);

  /** Takes the library, an empty folder and the name of the case. */
  public static void main(String[] arguments) {
    var parent = Path.of(arguments[1]);
    var disk = FaultyDisk.of(Path.of(arguments[0]), parent);
    var folder = parent.resolve("data");
    try (var trestle = Trestle.open(folder)) {
      Ledger.create(trestle.client());
      for (int i = 0; i < PAIRS; i++) Ledger.putPair(trestle.client(), i, ENTRY_BYTES);
    }
    // What opening finds in the write-ahead log it writes to tables, which reads then need.
    valueOf(arguments[2]).run(disk, folder);
    System.out.println("passed");
    System.exit(0);
  }

  /** Writes more than fits in memory and in one file of the write-ahead log. */
  private static void fillLog(DynamoDbClient client) {
    for (int i = 0; i < LARGE_PAIRS; i++) Ledger.putPair(client, PAIRS + i, LARGE_ENTRY_BYTES);
  }

  private static boolean isSlow(Trestle trestle) {
    try {
      trestle.engine().checkWriteTime();
      return false;
    } catch (StorageException e) {
      assertThat(e).hasMessageContaining("the disk is slow");
      return true;
    }
  }

  private static void checkReopened(Path folder) {
    try (var trestle = Trestle.open(folder)) {
      var found = Ledger.pairs(trestle.client());
      for (int i = 0; i < PAIRS; i++) assertThat(found).containsKey(i);
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
      Ledger.putPair(trestle.client(), 1000, 10);
    }
  }
}
