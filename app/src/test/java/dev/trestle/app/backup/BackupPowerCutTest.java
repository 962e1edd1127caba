package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.ChildJvm;
import dev.trestle.testing.FaultyDisk;
import dev.trestle.testing.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The power fails right after a backup or restore was reported as complete. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "preloads a library")
class BackupPowerCutTest {
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(10);

  private final Path folder = TemporaryFolder.create();

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  @Test
  void a_complete_backup_and_what_was_restored_from_it_stay()
      throws IOException, InterruptedException {
    var library = FaultyDisk.compile(folder);
    var files = Files.createDirectory(folder.resolve("files"));
    var arguments = List.of(library.toString(), files.toString());
    try (var child =
        ChildJvm.startBy(
            FaultyDisk.launcher(library), Work.class, List.of("-Xmx256m"), arguments)) {
      assertThat(child.awaitEnd(LONG_ENOUGH)).as(child.err()).isZero();
      assertThat(child.lines()).contains("passed");
    }
  }

  /** What the child process does. */
  static final class Work {
    private Work() {}

    /** Takes the library and an empty folder. */
    public static void main(String[] arguments) throws IOException {
      var home = Path.of(arguments[1]);
      var disk = FaultyDisk.of(Path.of(arguments[0]), home);
      var data = home.resolve("data");
      var target = home.resolve("new/backups");
      var restored = home.resolve("restored");
      try (var accounting = Accounting.create(data)) {
        accounting.write("a", "of a");
        Files.createDirectories(data.resolve("blobs/photos"));
        Files.writeString(data.resolve("blobs/photos/cat"), "meow");
        disk.trackEntries();
        new OpenFolder(accounting.trestle().engine(), data, Clock.systemUTC())
            .backUp(target, BackupProgress.NONE);
      }
      disk.loseEntries();
      disk.heal();

      disk.trackEntries();
      try (var backups = StoredBackups.open(target)) {
        Restore.run(backups, backups.newest(), restored, BackupProgress.NONE);
      }
      disk.loseEntries();
      disk.heal();

      assertThat(restored.resolve("blobs/photos/cat")).hasContent("meow");
      try (var accounting = Accounting.open(restored)) {
        assertThat(accounting.values("credit")).containsEntry("a", "of a");
      }
      System.out.println("passed");
      System.exit(0);
    }
  }
}
