package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that ask the server that has a data folder open. */
class FolderRequestsTest {
  private static final int COMMANDS = 6;
  private static final Duration SILENCE_MAX = Duration.ofSeconds(10);

  /** At two a second it takes longer than that. */
  private static final int REPORTS = 24;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private FolderClient command() {
    return new FolderClient(data(), BackupProgress.NONE);
  }

  @Test
  void a_command_need_not_wait_for_another_one() throws Exception {
    var isBegun = new CountDownLatch(1);
    var mayGoOn = new CountDownLatch(1);
    InstantSource stopped =
        () -> {
          isBegun.countDown();
          awaitUninterruptibly(mayGoOn);
          return Clock.systemUTC().instant();
        };
    try (var accounting = Accounting.create(data());
        var _ =
            FolderRequests.serve(new OpenFolder(accounting.trestle().engine(), data(), stopped));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var backup = threads.submit(() -> command().backUp(folder.resolve("backups")));
      isBegun.await();
      try {
        assertThat(command().verify().problems()).isEmpty();
        assertThat(backup).isNotDone();
      } finally {
        mayGoOn.countDown();
      }
      assertThat(backup.get().id()).isEqualTo(1);
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
  void a_command_that_waits_for_no_other_one_does_not_say_so() {
    var steps = new LinkedHashSet<String>();
    try (var accounting = Accounting.create(data());
        var _ =
            FolderRequests.serve(
                new OpenFolder(accounting.trestle().engine(), data(), Clock.systemUTC()))) {
      new FolderClient(data(), (step, done, total) -> steps.add(step)).verify();
    }
    assertThat(steps).contains("done").doesNotContain("waiting for other commands");
  }

  @Test
  void an_error_in_a_request_is_reported_and_the_next_request_is_served() {
    var isBroken = new AtomicBoolean(true);
    InstantSource sometimes =
        () -> {
          if (isBroken.getAndSet(false)) throw new NoClassDefFoundError("on purpose");
          return Clock.systemUTC().instant();
        };
    try (var accounting = Accounting.create(data());
        var _ =
            FolderRequests.serve(
                new OpenFolder(accounting.trestle().engine(), data(), sometimes))) {
      assertThatThrownBy(() -> command().backUp(folder.resolve("backups")))
          .isInstanceOf(BackupException.class)
          .hasMessageContaining("on purpose");
      assertThat(command().backUp(folder.resolve("backups")).id()).isEqualTo(1);
    }
  }

  /** As while the checksums of large files are compared, which tells nothing meanwhile. */
  @Test
  void a_server_that_works_for_long_without_progress_is_not_taken_for_gone() throws Exception {
    var mayGoOn = new CountDownLatch(1);
    InstantSource stopped =
        () -> {
          awaitUninterruptibly(mayGoOn);
          return Clock.systemUTC().instant();
        };
    var told = new AtomicInteger();
    BackupProgress progress = (_, _, _) -> told.incrementAndGet();
    try (var accounting = Accounting.create(data());
        var _ =
            FolderRequests.serve(new OpenFolder(accounting.trestle().engine(), data(), stopped));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var backups = new ArrayList<Future<FolderBackup>>();
      // More than are served at once: the others wait.
      for (int i = 0; i < COMMANDS; i++) {
        backups.add(
            threads.submit(() ->
                new FolderClient(data(), progress, SILENCE_MAX).backUp(folder.resolve("backups"))));
      }
      try {
        Await.until(
            () -> told.get() > COMMANDS * REPORTS || backups.stream().anyMatch(Future::isDone),
            PATIENCE);
      } finally {
        mayGoOn.countDown();
      }
      for (var each : backups) assertThat(each.get().id()).isPositive();
    }
  }

  /** As when a scheduled backup begins while the server is being restarted. */
  @Test
  void a_command_that_asked_before_the_server_was_ready_is_served() throws Exception {
    try (var accounting = Accounting.create(data());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var report =
          threads.submit(() -> new FolderClient(data(), BackupProgress.NONE, SILENCE_MAX).verify());
      Await.until(this::isAsked, PATIENCE);
      try (var _ =
          FolderRequests.serve(
              new OpenFolder(accounting.trestle().engine(), data(), Clock.systemUTC()))) {
        assertThat(report.get().problems()).isEmpty();
      }
    }
  }

  private boolean isAsked() {
    try (var files =
        Files.newDirectoryStream(
            data().resolve(FolderRequests.FOLDER), "*" + FolderRequests.REQUEST)) {
      return files.iterator().hasNext();
    } catch (IOException e) {
      return false;
    }
  }
}
