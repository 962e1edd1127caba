package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that ask the server that has a data folder open. */
class FolderRequestsTest {
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
          try {
            mayGoOn.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
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
}
