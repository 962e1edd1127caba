package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.app.Main;
import dev.trestle.app.config.SystemName;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.web.Json;
import dev.trestle.testing.Await;
import dev.trestle.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Backups of a whole data folder, from the command line. */
class FolderBackupTest extends BackupCommandCase {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  void a_folder_is_restored_with_its_tables_files_and_secrets() throws IOException {
    write("a", "b");
    var secret = data.resolve("secrets/key");
    Files.createDirectories(secret.getParent());
    Files.writeString(secret, "hidden");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Files.createDirectories(data.resolve("exports/archive"));
    Files.writeString(data.resolve("exports/archive/items.json"), "{}");

    assertThat(run("backup", "--data", "data", "backups").exitCode()).isZero();
    var done = run("restore", "backups", "restored");

    assertThat(done.out()).startsWith("Restored backup 1 ");
    assertThat(valuesIn(restored)).containsOnlyKeys("a", "b");
    var copy = restored.resolve("secrets/key");
    assertThat(copy).hasContent("hidden");
    assertThat(restored.resolve("exports")).as("can be made again").doesNotExist();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.getParent())))
        .as("otherwise no server starts with these secrets")
        .isEqualTo("rwx------");
    for (var place : List.of(backups, restored)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
          .as("%s has a copy of everything", place)
          .isEqualTo("rwx------");
    }
    assertThat(run("verify", "restored").out()).endsWith("No damage found.\n");
  }

  private List<Path> sharedFiles() throws IOException {
    try (var files = Files.list(backups.resolve("tables/shared_checksum"))) {
      return files.toList();
    }
  }

  @Test
  void a_further_backup_shares_files_and_both_can_be_restored() throws IOException {
    write("a");
    run("backup", "--data", "data", "backups");
    var first = sharedFiles();
    write("b");
    run("backup", "--data", "data", "backups");
    var both = sharedFiles();

    assertThat(both).as("the first backup's files are still there, once").containsAll(first);
    assertThat(run("backup", "--list", "backups").out().lines()).hasSize(3);
    run("restore", "--id", "1", "backups", "restored");
    assertThat(valuesIn(restored)).containsOnlyKeys("a");
    run("restore", "backups", "newest");
    assertThat(valuesIn(folder.resolve("newest"))).containsOnlyKeys("a", "b");
  }

  @Test
  void a_server_that_has_the_folder_open_makes_a_consistent_backup_and_verifies() throws Exception {
    int acknowledged;
    try (var accounting = Accounting.create(data);
        var requests =
            FolderRequests.serve(
                new OpenFolder(accounting.trestle().engine(), data, Clock.systemUTC()))) {
      assertThat(requests).isNotNull();
      var stop = new AtomicBoolean();
      var started = new CountDownLatch(100);
      var written = new AtomicInteger();
      var writer =
          Thread.startVirtualThread(() -> {
            for (int i = 0; !stop.get(); i++) {
              accounting.write("id" + i % 50, Integer.toString(i));
              written.set(i);
              started.countDown();
            }
          });
      started.await();
      acknowledged = written.get();
      try {
        assertThat(run("backup", "--data", "data", "backups"))
            .satisfies(done -> assertThat(done.exitCode()).as(done.err()).isZero());
        assertThat(run("verify", "data").out()).endsWith("No damage found.\n");
      } finally {
        stop.set(true);
        writer.join();
      }
    }
    run("restore", "backups", "restored");
    try (var copy = Accounting.open(restored)) {
      assertThat(copy.values("credit")).isEqualTo(copy.values("debit"));
      assertThat(copy.values("credit").values())
          .as("what was acknowledged before the backup began, %d", acknowledged)
          .anyMatch(value -> Integer.parseInt(value) >= acknowledged);
    }
  }

  @Test
  void backups_are_listed_verified_and_restored_while_another_one_is_made() throws Exception {
    write("a");
    run("backup", "--data", "data", "backups");
    var isHeld = new CountDownLatch(1);
    var mayGoOn = new CountDownLatch(1);
    BackupProgress held =
        (step, _, _) -> {
          if (!step.equals("copying files")) return;
          isHeld.countDown();
          awaitUninterruptibly(mayGoOn);
        };
    try (var accounting = Accounting.open(data);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      accounting.write("b", "of b");
      var open = new OpenFolder(accounting.trestle().engine(), data, Clock.systemUTC());
      var second = threads.submit(() -> open.backUp(backups, held));
      try {
        Await.until(() -> isHeld.getCount() == 0, PATIENCE);
        assertThat(run("backup", "--list", "backups").out().lines()).hasSize(2);
        assertThat(run("verify", "backups").out()).endsWith("No damage found.\n");
        restoreInOtherProcess();
      } finally {
        mayGoOn.countDown();
      }
      assertThat(second.get().id()).isEqualTo(2);
    }
    assertThat(valuesIn(restored)).containsOnlyKeys("a");
    assertThat(run("verify", "backups").out()).endsWith("No damage found.\n");
    run("restore", "backups", "newest");
    assertThat(valuesIn(folder.resolve("newest"))).containsOnlyKeys("a", "b");
  }

  private void restoreInOtherProcess() {
    var arguments = List.of("restore", backups.toString(), restored.toString());
    try (var process = ChildJvm.start(Main.class, List.of(), arguments)) {
      assertThat(process.awaitEnd(PATIENCE)).as(process.err()).isZero();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_backup_that_is_deleted_during_its_restore_is_not_called_damaged() {
    write("a");
    run("backup", "--data", "data", "backups");
    try (var reading = StoredBackups.open(backups)) {
      var first = reading.newest();
      write("b");
      run("backup", "--data", "data", "backups");
      try (var target = BackupTarget.open(backups)) {
        assertThat(target.deleteBefore(Clock.systemUTC().instant())).hasSize(1);
      }
      assertThatThrownBy(() -> Restore.run(reading, first, restored, BackupProgress.NONE))
          .isInstanceOf(BackupException.class)
          .hasMessageContaining("Backup 1 was deleted while it was read.");
      assertThat(reading.list()).as("backups that were complete when it was opened").isEmpty();
    }
    assertThat(restored).doesNotExist();
    assertThat(run("restore", "backups", "restored").exitCode()).isZero();
  }

  @Test
  void a_restore_to_a_past_time_undoes_what_came_later() throws IOException {
    write("a");
    var at = afterNow();
    write("b");
    try (var accounting = Accounting.open(data)) {
      accounting.write("a", "changed");
    }
    run("backup", "--data", "data", "backups");
    var done = run("restore", "--at", at, "backups", "restored");

    assertThat(done.out()).contains("As of " + at + ": credit, debit");
    assertThat(valuesIn(restored)).isEqualTo(Map.of("a", "of a"));
    assertThat(run("verify", "restored").exitCode()).isZero();
  }

  @Test
  void a_backup_that_was_taken_before_the_time_is_refused() throws IOException {
    write("a");
    run("backup", "--data", "data", "backups");
    var later = afterNow();
    write("b");
    run("backup", "--data", "data", "backups");

    var refused = run("restore", "--id", "1", "--at", later, "backups", "restored");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("Backup 1 was taken at").contains("Leave --id out");
    assertThat(restored).doesNotExist();
    assertThat(run("restore", "--id", "2", "--at", later, "backups", "restored").exitCode())
        .isZero();
  }

  @Test
  void a_backup_older_than_the_recovery_period_is_restored_to_a_past_time() {
    var time = new ManualClock();
    time.set(Clock.systemUTC().instant().minus(Duration.ofDays(60)));
    String at;
    try (var accounting = Accounting.create(data, time)) {
      accounting.write("a", "old");
      at = time.instant().toString();
      time.advance(Duration.ofMinutes(1));
      accounting.write("a", "new");
      time.advance(Duration.ofMinutes(1));
      new OpenFolder(accounting.trestle().engine(), data, time)
          .backUp(backups, BackupProgress.NONE);
    }
    var done = run("restore", "--at", at, "backups", "restored");
    assertThat(done.out()).contains("As of " + at + ": credit, debit");
    assertThat(valuesIn(restored)).isEqualTo(Map.of("a", "old"));
  }

  @Test
  void a_request_that_cannot_be_served_does_not_end_the_serving() throws IOException {
    try (var accounting = Accounting.create(data);
        var requests =
            FolderRequests.serve(
                new OpenFolder(accounting.trestle().engine(), data, Clock.systemUTC()))) {
      assertThat(requests).isNotNull();
      var folder = Files.createDirectories(data.resolve(FolderRequests.FOLDER));
      var request = new FolderRequests.Request(FolderRequests.Action.BACKUP, "no\0path");
      SyncedFiles.replace(folder.resolve("bad" + FolderRequests.REQUEST), Json.write(request));
      Await.until(
          () -> Files.exists(folder.resolve("bad" + FolderRequests.RESPONSE)),
          Duration.ofMinutes(1));
      assertThat(run("verify", "data").out()).endsWith("No damage found.\n");
    }
  }

  /** Returns a time after all writes so far and before all later ones. */
  private static String afterNow() {
    var at = Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
    while (Clock.systemUTC().millis() <= at.toEpochMilli()) Thread.onSpinWait();
    return at.toString();
  }

  @Test
  void nothing_is_overwritten() throws IOException {
    write("a");
    run("backup", "--data", "data", "backups");

    assertThat(run("restore", "backups", "data").err()).contains("is not empty");
    assertThat(run("backup", "--data", "data", "data/secrets/..").err())
        .contains("contains the data");
    Files.createDirectories(folder.resolve("other"));
    Files.writeString(folder.resolve("other/letter"), "dear");
    assertThat(run("backup", "--data", "data", "other").err()).contains("no backups");
    assertThat(run("backup", "--data", "nowhere", "backups").err()).contains("There is no data");
    assertThat(folder.resolve("nowhere")).doesNotExist();
    assertThat(run("restore", "other", "restored").err()).contains("contains no backups");
    assertThat(valuesIn(data)).containsOnlyKeys("a");
  }

  @Test
  void an_interrupted_backup_or_restore_does_not_count_and_can_be_repeated() throws IOException {
    write("a");
    run("backup", "--data", "data", "backups");
    // As after a crash before the manifest was written, and in the middle of a restore.
    Files.delete(backups.resolve("manifests/0000000001.manifest"));
    Files.createDirectories(folder.resolve("restored.restoring/db"));
    Files.writeString(folder.resolve("restored.restoring/db/000001.sst"), "half");

    assertThat(run("restore", "backups", "restored").err()).contains("has no backup yet");
    write("b");
    run("backup", "--data", "data", "backups");
    assertThat(run("restore", "backups", "restored").exitCode()).isZero();
    assertThat(valuesIn(restored)).containsOnlyKeys("a", "b");
    assertThat(run("backup", "--list", "backups").out().lines()).hasSize(2);
    assertThat(folder.resolve("restored.restoring")).doesNotExist();
  }

  @Test
  void a_drill_restores_compares_and_keeps_its_result() throws IOException {
    write("a", "b", "c");
    var done = run("drill", "--data", "data", "--scratch", "scratch", "--seed", "7");

    var kept = new DrillHistory(data).all();
    assertThat(kept).singleElement().satisfies(result -> assertThat(result.passed()).isTrue());
    assertThat(done.out())
        .contains("Restored 2 tables, 6 items")
        // The backup is as old as it took to make it.
        .contains("RPO %.0f s: ".formatted(kept.getFirst().backupAgeSeconds()))
        .contains("RTO ")
        .contains("2 tables with ")
        .contains("No earlier backup to compare with")
        .endsWith("The drill passed.\n");
    try (var left = Files.list(folder.resolve("scratch"))) {
      assertThat(left).as("the copies are removed").isEmpty();
    }
  }

  @Test
  void a_drill_compares_with_an_earlier_backup_of_the_schedule() {
    write("a", "b", "c");
    run("backup", "--data", "data", "data/backups");
    write("b", "d");
    var done = run("drill", "--data", "data", "--scratch", "scratch");
    assertThat(done.out())
        .contains("2 tables with 6 items restored to the time of an earlier backup")
        .endsWith("The drill passed.\n");
  }

  @Test
  void a_drill_without_data_compares_its_own_backups() {
    var done = run("drill", "--data", "nothing", "--scratch", "scratch");
    assertThat(done.out())
        .contains("Restored 1 table, ")
        .containsPattern(
            "1 table with [1-9][\\d,]* items restored to the time of an earlier backup")
        .endsWith("The drill passed.\n");
    assertThat(folder.resolve("nothing")).doesNotExist();
  }

  /** Other data in the same tables stands for a log with a hole. */
  @Test
  void a_drill_fails_if_the_log_leads_to_other_items_than_an_earlier_backup_has() {
    try (var one = Accounting.create(folder.resolve("one"));
        var two = Accounting.create(data)) {
      one.write("a", "right");
      two.write("a", "wrong");
    }
    run("backup", "--data", "one", "backups");
    write("c");
    run("backup", "--data", "data", "backups");
    var done = run("drill", "--data", "data", "--from", "backups", "--scratch", "scratch");
    assertThat(done.exitCode()).isEqualTo(1);
    assertThat(done.out()).contains(" differs after ").endsWith("The drill FAILED.\n");
  }

  @Test
  void a_drill_that_cannot_begin_leaves_no_copies() throws IOException {
    write("a");
    Files.writeString(folder.resolve("file"), "no backups");
    var done = run("drill", "--data", "data", "--from", "file", "--scratch", "scratch");
    assertThat(done.exitCode()).isEqualTo(1);
    try (var left = Files.list(folder.resolve("scratch"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void a_drill_of_one_system_takes_only_its_tables_to_a_past_time() {
    write("a");
    var none = run("drill", "messenger", "--data", "data", "--scratch", "scratch");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("no tables of Messenger with recovery");

    try (var accounting = Accounting.open(data)) {
      accounting.createTable(SystemName.MESSENGER.model().tables().getFirst().name());
    }
    var done = run("drill", "messenger", "--data", "data", "--scratch", "scratch");
    assertThat(done.out())
        .contains("Restored 3 tables")
        .contains("1 table with 0 items restored to")
        .endsWith("The drill passed.\n");
  }
}
