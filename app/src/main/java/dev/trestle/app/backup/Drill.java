package dev.trestle.app.backup;

import dev.trestle.app.backup.DrillResult.Comparison;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.VerifyReport;
import dev.trestle.engine.VerifyReport.Problem;
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

/**
 * Shows that a backup can be restored. It restores the newest backup twice, verifies both copies,
 * takes one of them back to a random past time in place, restores each table of the other one to
 * the same time by RestoreTableToPointInTime, and compares the tables item by item.
 *
 * <p>Both of these undo what the recovery log has. So tables are also restored to the time of an
 * earlier backup, if there is one, and compared with its items, which were copied and not computed.
 */
public final class Drill {
  private static final String AT_RANDOM_TIME = ".drill";
  private static final String AT_EARLIER_BACKUP = ".earlier";

  private final Path scratch;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final BackupProgress progress;
  private final List<String> problems = new ArrayList<>();

  /**
   * Creates a drill.
   *
   * @param scratch an empty folder with room for three copies of the data
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
   * @param earlier a folder with earlier backups of the same data; may be the same one
   * @param chosen the tables that are taken to past times, if they have recovery
   */
  public DrillResult run(Path backups, Optional<Path> earlier, Predicate<String> chosen) {
    var at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var copy = scratch.resolve("restored");
    FolderBackup backup;
    long restoreMillis;
    try (var target = StoredBackups.open(backups)) {
      backup = target.newest();
      restoreMillis =
          timed(() -> {
            Restore.run(target, backup, copy, progress);
            open(backup, copy).close();
          });
    }
    var report = new VerifyReport[1];
    long verifyMillis = timed(() -> report[0] = verify(backup, copy));
    try (var restored = open(backup, copy)) {
      var tables = new RestorableTables(restored.client(), chosen);
      var past =
          tables.isEmpty()
              ? new Comparison(backup.taken(), 0, 0)
              : compareAtRandomTime(restored, tables, backups, backup);
      var older =
          earlier.flatMap(place -> compareWithEarlier(restored, tables, place, backup.taken()));
      note(restored.engine().verify((done, total) -> {}), "after restoring to a past time: ");
      return new DrillResult(
          at,
          problems.isEmpty(),
          past.time(),
          Duration.between(backup.taken(), at).toMillis() / 1000.0,
          backup.tookMillis(),
          restoreMillis,
          verifyMillis,
          backup.bytes(),
          report[0].tables(),
          report[0].items(),
          past.tables(),
          Optional.of(past.items()),
          older,
          problems);
    }
  }

  private Comparison compareAtRandomTime(
      Trestle restored, RestorableTables tables, Path backups, FolderBackup backup) {
    var time = pastTime(tables.earliestOfAll(), backup.taken());
    var other = scratch.resolve("undone");
    try (var target = StoredBackups.open(backups)) {
      Restore.run(target, backup, other, Optional.of(time), progress);
    }
    try (var undone = open(backup, other)) {
      var compared = compare(restored, tables, time, AT_RANDOM_TIME, undone);
      note(undone.engine().verify((done, total) -> {}), "after undoing changes in place: ");
      return compared;
    }
  }

  /**
   * Compares with a random earlier backup, at the millisecond before it was begun. What was written
   * while it was made is undone in it; everything else in it is as it was copied.
   */
  private Optional<Comparison> compareWithEarlier(
      Trestle restored, RestorableTables tables, Path place, Instant newest) {
    var other = scratch.resolve("earlier");
    FolderBackup chosen;
    try (var target = StoredBackups.open(place)) {
      var candidates =
          target.list().stream()
              .filter(each -> each.taken().isBefore(newest) && !tables.at(before(each)).isEmpty())
              .toList();
      if (candidates.isEmpty()) return Optional.empty();
      chosen = candidates.get(random.nextInt(candidates.size()));
      Restore.run(target, chosen, other, Optional.of(before(chosen)), progress);
    }
    try (var earlier = open(chosen, other)) {
      return Optional.of(compare(restored, tables, before(chosen), AT_EARLIER_BACKUP, earlier));
    }
  }

  private static Instant before(FolderBackup backup) {
    return backup.taken().minusMillis(1);
  }

  /** Restores tables to a time and compares them with those of another engine. */
  private Comparison compare(
      Trestle restored, RestorableTables tables, Instant time, String suffix, Trestle other) {
    long items = 0;
    var names = tables.at(time);
    for (var table : names) {
      progress.at("restoring " + table + " to " + time, 0, 0);
      tables.restore(table, table + suffix, time);
      progress.at("comparing " + table, 0, 0);
      var result = TableComparison.of(other.client(), table, restored.client(), table + suffix);
      items += result.items();
      result.difference().ifPresent(what -> problems.add("as of " + time + ": " + what));
    }
    return new Comparison(time, names.size(), items);
  }

  private VerifyReport verify(FolderBackup backup, Path copy) {
    try (var restored = open(backup, copy)) {
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

  /** Picks a time that the logs of all tables reach back to. */
  private Instant pastTime(Instant earliest, Instant latest) {
    long millis = Duration.between(earliest, latest).toMillis();
    return millis <= 0 ? latest : latest.minusMillis(random.nextLong(millis));
  }

  /** Opens a copy at its time: by today's clock, items would expire while they are compared. */
  private static Trestle open(FolderBackup backup, Path data) {
    return Trestle.open(Restore.asOf(backup, data));
  }

  private static long timed(Runnable step) {
    long start = System.nanoTime();
    step.run();
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }
}
