package dev.trestle.engine.storage;

import dev.trestle.engine.StorageException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A submitted mutation, which ends up on disk or fails. Any number of threads may wait for it. */
public final class Commit {
  final Mutation mutation;
  private final Runnable onDone;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile @Nullable StorageException failure;

  Commit(Mutation mutation, Runnable onDone) {
    this.mutation = mutation;
    this.onDone = onDone;
  }

  boolean isDone() {
    return done.getCount() == 0;
  }

  void succeed() {
    try {
      onDone.run();
    } finally {
      done.countDown();
    }
  }

  void fail(StorageException cause) {
    failure = cause;
    succeed();
  }

  void awaitDone() throws InterruptedException {
    done.await();
  }

  void throwIfFailed() {
    var cause = failure;
    if (cause != null) throw new StorageException(String.valueOf(cause.getMessage()), cause);
  }
}
