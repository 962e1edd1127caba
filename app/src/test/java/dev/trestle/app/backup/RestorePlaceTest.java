package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder to which a backup is restored, and what is beside it. */
class RestorePlaceTest {
  @TempDir private Path folder;
  private Path data;
  private Path backups;
  private Path restored;

  @BeforeEach
  void backUp() throws IOException {
    data = folder.resolve("data");
    backups = folder.resolve("backups");
    restored = folder.resolve("restored");
    try (var accounting = Accounting.create(data)) {
      accounting.write("a", "first");
      Files.createDirectories(data.resolve("blobs"));
      Files.writeString(data.resolve("blobs/cat"), "meow");
      backUp(accounting);
      accounting.write("a", "second");
      backUp(accounting);
    }
  }

  private void backUp(Accounting accounting) {
    new OpenFolder(accounting.trestle().engine(), data, Clock.systemUTC())
        .backUp(backups, BackupProgress.NONE);
  }

  private void restore(int id, BackupProgress progress) {
    try (var stored = StoredBackups.open(backups)) {
      Restore.run(stored, stored.withId(id), restored, progress);
    }
  }

  @Test
  void two_restores_to_the_same_folder_do_not_mix() throws Exception {
    var isBegun = new CountDownLatch(1);
    var mayGoOn = new CountDownLatch(1);
    BackupProgress held =
        (step, _, _) -> {
          if (!step.equals("copying files")) return;
          isBegun.countDown();
          awaitUninterruptibly(mayGoOn);
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> restore(1, held));
      isBegun.await();
      try {
        assertThatThrownBy(() -> restore(2, BackupProgress.NONE))
            .isInstanceOf(BackupException.class)
            .hasMessage("Another restore to " + restored + " is under way.");
      } finally {
        mayGoOn.countDown();
      }
      first.get();
    }
    try (var accounting = Accounting.open(restored)) {
      assertThat(accounting.values("credit")).containsEntry("a", "first");
    }
    assertThat(restored.resolve("blobs/cat")).hasContent("meow");
    assertThat(names()).containsExactlyInAnyOrder("data", "backups", "restored");
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Iterable<String> names() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void a_restore_that_fails_leaves_nothing() throws IOException {
    Path copy;
    try (var files = Files.walk(backups.resolve("files"))) {
      copy = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    Files.writeString(copy, "woof");

    assertThatThrownBy(() -> restore(1, BackupProgress.NONE))
        .isInstanceOf(BackupException.class)
        .hasMessageContaining("blobs/cat is damaged");
    assertThat(names()).containsExactlyInAnyOrder("data", "backups");
  }

  @Test
  void what_a_link_to_an_empty_folder_names_becomes_the_data_folder() throws IOException {
    var empty = Files.createDirectories(folder.resolve("disk/empty"));
    Files.createSymbolicLink(restored, empty);

    restore(2, BackupProgress.NONE);

    assertThat(Files.isSymbolicLink(restored)).isTrue();
    try (var accounting = Accounting.open(empty)) {
      assertThat(accounting.values("credit")).containsEntry("a", "second");
    }
  }
}
