package dev.trestle.engine.write;

import dev.trestle.engine.table.StoredKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Striped locks for items, chosen by the hash of the key. A lock is held from reading an item's
 * current state until its next state is queued for commit, never while waiting for the disk.
 */
final class StripedLocks {
  private static final int COUNT = 4096;

  private final ReentrantLock[] locks = new ReentrantLock[COUNT];

  StripedLocks() {
    Arrays.setAll(locks, i -> new ReentrantLock());
  }

  ReentrantLock of(byte[] itemKey) {
    return locks[index(itemKey)];
  }

  /**
   * Returns the distinct locks of several items, in ascending order, so that all threads take them
   * in the same order.
   */
  List<ReentrantLock> of(List<byte[]> itemKeys) {
    var indexes = new int[itemKeys.size()];
    for (int i = 0; i < indexes.length; i++) indexes[i] = index(itemKeys.get(i));
    Arrays.sort(indexes);
    var ordered = new ArrayList<ReentrantLock>(indexes.length);
    for (int i = 0; i < indexes.length; i++) {
      if (i == 0 || indexes[i] != indexes[i - 1]) ordered.add(locks[indexes[i]]);
    }
    return ordered;
  }

  /** Waits until every lock that is held now has been released. */
  @SuppressWarnings("LockNotBeforeTry") // nothing happens in between
  void barrier() {
    for (var lock : locks) {
      lock.lock();
      lock.unlock();
    }
  }

  private static int index(byte[] itemKey) {
    int hash = itemKey[3] + 31 * Long.hashCode(StoredKeys.hash(itemKey));
    for (int i = StoredKeys.PARTITION_AT; i < itemKey.length; i++) hash = 31 * hash + itemKey[i];
    return (hash ^ hash >>> 16) & (COUNT - 1);
  }
}
