package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyWatchTest {
  @TempDir private Path folder;

  /** A bar of negative length cannot be drawn. */
  @Test
  void progress_is_not_negative_although_files_go_meanwhile() throws Exception {
    var file = Files.writeString(folder.resolve("file"), "content");
    var least = new AtomicLong();
    var told = new CountDownLatch(2);
    BackupProgress progress =
        (step, done, total) -> {
          least.accumulateAndGet(done, Math::min);
          removeOnce(file);
          told.countDown();
        };
    try (var _ = new CopyWatch(folder, "copying", 100, progress)) {
      told.await();
    }
    assertThat(least).hasValue(0);
  }

  private static void removeOnce(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
