package dev.trestle.app.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Reports how much a folder has grown while RocksDB copies files, since it does not say itself. */
final class CopyWatch implements AutoCloseable {
  private static final int EVERY_MILLIS = 250;

  private final Path folder;
  private final long start;
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread thread;

  CopyWatch(Path folder, String step, long total, BackupProgress progress) {
    this.folder = folder;
    this.start = bytes();
    progress.at(step, 0, total);
    this.thread =
        Thread.ofVirtual().name("trestle-copy-watch").start(() -> watch(step, total, progress));
  }

  private void watch(String step, long total, BackupProgress progress) {
    try {
      while (!done.await(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        progress.at(step, Math.clamp(bytes() - start, 0, total), total);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Files may come and go meanwhile; then it is about right. */
  private long bytes() {
    try (var all = Files.walk(folder)) {
      return all.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
