package dev.trestle.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.SetClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettledTimeTest {
  private static final byte[] KEY = {1};
  private static final int WRITERS = 4;
  private static final int WRITES = 3_000;

  @TempDir private Path folder;
  private final SetClock clock = new SetClock();

  private Storage open(Durability durability, FaultPoints faults) {
    return Storage.open(
        new StorageOptions(Optional.of(folder), durability, 1 << 20, clock, faults));
  }

  private static void write(Storage storage) {
    storage.commit(storage.mutation().put(ColumnFamily.META, KEY, KEY));
  }

  @Test
  void a_write_under_way_can_be_read_when_its_time_is_settled() throws Exception {
    var isWriting = new CountDownLatch(1);
    var mayGoOn = new CountDownLatch(1);
    FaultPoints faults =
        name -> {
          if (!name.equals(FaultPoints.COMMIT_BEFORE_WRITE)) return;
          isWriting.countDown();
          awaitUninterruptibly(mayGoOn);
        };
    try (var storage = open(Durability.SYNC, faults)) {
      var writer = Thread.ofPlatform().start(() -> write(storage));
      isWriting.await();
      clock.advance(Duration.ofSeconds(1));
      var isReadable = new AtomicBoolean();
      var reader =
          Thread.ofPlatform()
              .start(() -> {
                assertThat(storage.settledLogTime()).isEqualTo(clock.instant());
                isReadable.set(storage.get(ColumnFamily.META, KEY) != null);
              });
      while (reader.getState() != Thread.State.WAITING && reader.isAlive()) {
        LockSupport.parkNanos(100_000);
      }
      mayGoOn.countDown();
      reader.join();
      writer.join();
      assertThat(isReadable).isTrue();
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
  void no_writer_is_forgotten_while_the_time_is_settled_again_and_again() {
    try (var storage = open(Durability.FAST, name -> {})) {
      assertTimeoutPreemptively(Duration.ofMinutes(2), () -> settleWhileOthersWrite(storage));
    }
  }

  /** Once it went on committing for others as long as there were any. */
  @Test
  void nobody_is_kept_by_what_others_write_without_end() {
    var isBusy = new AtomicBoolean(true);
    var opened = new CompletableFuture<Storage>();
    FaultPoints others =
        name -> {
          if (!isBusy.get() || !name.equals(FaultPoints.COMMIT_BEFORE_WRITE)) return;
          var storage = opened.join();
          var _ = storage.submit(storage.mutation().put(ColumnFamily.META, KEY, KEY), () -> {});
        };
    try (var storage = open(Durability.FAST, others)) {
      opened.complete(storage);
      try {
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> writeAndSettle(storage));
      } finally {
        isBusy.set(false);
      }
    }
  }

  private void writeAndSettle(Storage storage) {
    storage.enter(); // so that closing waits for it, if this is too late
    try {
      for (int i = 0; i < 10; i++) {
        write(storage);
        assertThat(storage.settledLogTime()).isEqualTo(clock.instant());
      }
    } finally {
      storage.leave();
    }
  }

  private static void settleWhileOthersWrite(Storage storage) throws Exception {
    var done = new CountDownLatch(WRITERS);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < WRITERS; i++) {
        threads.execute(() -> {
          for (int n = 0; n < WRITES; n++) write(storage);
          done.countDown();
        });
      }
      while (done.getCount() > 0) storage.settledLogTime();
    }
  }
}
