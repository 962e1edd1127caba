package dev.trestle.app.backup;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.VerifyReport;
import dev.trestle.engine.VerifyReport.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsStatus;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;

/**
 * Shows that a backup can be restored. It restores the backup twice, verifies both copies, takes
 * one of them back to a random past time in place, restores each table of the other one to the same
 * time by RestoreTableToPointInTime, and compares the tables item by item.
 */
public final class Drill {
  private static final String RESTORED = ".drill";

  private final Path scratch;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final BackupProgress progress;
  private final List<String> problems = new ArrayList<>();

  /**
   * Creates a drill.
   *
   * @param scratch an empty folder with room for two copies of the data
   */
  public Drill(Path scratch, InstantSource clock, RandomGenerator random, BackupProgress progress) {
    this.scratch = scratch;
    this.clock = clock;
    this.random = random;
    this.progress = progress;
  }

  /**
   * Restores the newest backup of a folder.
   *
   * @param chosen the tables that are taken to a past time, if they have recovery
   */
  public DrillResult run(Path backups, Predicate<String> chosen) {
    var at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    try (var target = BackupTarget.open(backups)) {
      var backup = target.newest();
      var copy = scratch.resolve("restored");
      long restore =
          timed(() -> {
            Restore.run(target, backup, copy, progress);
            open(copy).close();
          });
      var report = new VerifyReport[1];
      long verify = timed(() -> report[0] = verify(copy));
      var past = compare(target, backup, copy, chosen);
      return new DrillResult(
          at,
          problems.isEmpty(),
          past.time,
          Duration.between(backup.taken(), at).toMillis() / 1000.0,
          backup.tookMillis(),
          restore,
          verify,
          backup.bytes(),
          report[0].tables(),
          report[0].items(),
          past.tables,
          problems);
    } finally {
      remove(scratch);
    }
  }

  private record Past(Instant time, int tables) {}

  private Past compare(
      BackupTarget target, FolderBackup backup, Path copy, Predicate<String> chosen) {
    try (var restored = open(copy)) {
      var tables = recoverable(restored.client(), chosen);
      if (tables.isEmpty()) return new Past(backup.taken(), 0);
      var time = pastTime(restored.client(), tables, backup.taken());
      for (var table : tables) {
        progress.at("restoring " + table + " to " + time, 0, 0);
        restore(restored.client(), table, time);
      }
      var other = scratch.resolve("undone");
      Restore.run(target, backup, other, Optional.of(time), progress);
      try (var undone = open(other)) {
        for (var table : tables) {
          progress.at("comparing " + table, 0, 0);
          TableComparison.of(undone.client(), table, restored.client(), table + RESTORED)
              .ifPresent(problems::add);
        }
        note(undone.engine().verify((done, total) -> {}), "after going back in place: ");
      }
      note(restored.engine().verify((done, total) -> {}), "after restoring to a past time: ");
      return new Past(time, tables.size());
    }
  }

  private VerifyReport verify(Path copy) {
    try (var restored = open(copy)) {
      var report = restored.engine().verify((done, total) -> progress.at("verifying", done, total));
      note(report, "");
      return report;
    }
  }

  private void note(VerifyReport report, String when) {
    for (Problem problem : report.problems()) {
      problems.add(when + problem.place() + ": " + problem.what());
    }
  }

  private static List<String> recoverable(DynamoDbClient client, Predicate<String> chosen) {
    var found = new ArrayList<String>();
    for (var table : client.listTablesPaginator().tableNames()) {
      if (chosen.test(table) && earliest(client, table).isPresent()) found.add(table);
    }
    return found;
  }

  private static Optional<Instant> earliest(DynamoDbClient client, String table) {
    var backups =
        client
            .describeContinuousBackups(request -> request.tableName(table))
            .continuousBackupsDescription();
    var recovery = backups.pointInTimeRecoveryDescription();
    return backups.continuousBackupsStatus() == ContinuousBackupsStatus.ENABLED
            && recovery.pointInTimeRecoveryStatus() == PointInTimeRecoveryStatus.ENABLED
        ? Optional.of(recovery.earliestRestorableDateTime())
        : Optional.empty();
  }

  /** Picks a time that the logs of all tables reach back to. */
  private Instant pastTime(DynamoDbClient client, List<String> tables, Instant latest) {
    var first = Instant.EPOCH;
    for (var table : tables) {
      var earliest = earliest(client, table).orElseThrow();
      if (earliest.isAfter(first)) first = earliest;
    }
    long millis = Duration.between(first, latest).toMillis();
    return millis <= 0 ? latest : latest.minusMillis(random.nextLong(millis));
  }

  private static void restore(DynamoDbClient client, String table, Instant time) {
    client.restoreTableToPointInTime(request ->
        request.sourceTableName(table).targetTableName(table + RESTORED).restoreDateTime(time));
    client.waiter().waitUntilTableExists(request -> request.tableName(table + RESTORED));
  }

  private static Trestle open(Path data) {
    return Trestle.open(EngineOptions.at(data));
  }

  private static long timed(Runnable step) {
    long start = System.nanoTime();
    step.run();
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }

  private static void remove(Path folder) {
    try {
      SyncedFiles.removeAll(folder);
    } catch (IOException e) {
      throw new BackupException("cannot remove " + folder + ": " + e, e);
    }
  }
}
