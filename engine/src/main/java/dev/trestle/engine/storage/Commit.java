package dev.trestle.engine.storage;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A mutation on its way: submitted, then either on disk or failed. Any number may wait for it. */
public final class Commit {
  final Mutation mutation;
  private final Runnable whenOver;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile @Nullable StorageException failure;

  Commit(Mutation mutation, Runnable whenOver) {
    this.mutation = mutation;
    this.whenOver = whenOver;
  }

  boolean isOver() {
    return over.getCount() == 0;
  }

  void succeed() {
    whenOver.run();
    over.countDown();
  }

  void fail(StorageException cause) {
    failure = cause;
    whenOver.run();
    over.countDown();
  }

  void park() throws InterruptedException {
    over.await();
  }

  void throwIfFailed() {
    var cause = failure;
    if (cause != null) throw new StorageException(String.valueOf(cause.getMessage()), cause);
  }
}
