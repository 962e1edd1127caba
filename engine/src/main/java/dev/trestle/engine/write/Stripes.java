package dev.trestle.engine.write;

import dev.trestle.engine.table.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Locks for items: each item has one by its key's hash, shared with few others. A lock is held from
 * reading an item's present state until its next state is queued for commit, never while waiting
 * for the disk.
 */
final class Stripes {
  private static final int COUNT = 4096;

  private final ReentrantLock[] locks = new ReentrantLock[COUNT];

  Stripes() {
    Arrays.setAll(locks, i -> new ReentrantLock());
  }

  ReentrantLock of(byte[] itemKey) {
    return locks[index(itemKey)];
  }

  /** The distinct locks of several items, in the one order in which everybody takes them. */
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

  /** Waits until everybody who holds a lock now has let go of it. */
  @SuppressWarnings("LockNotBeforeTry") // nothing happens between
  void barrier() {
    for (var lock : locks) {
      lock.lock();
      lock.unlock();
    }
  }

  private static int index(byte[] itemKey) {
    int hash = itemKey[3] + 31 * Long.hashCode(Keys.hash(itemKey));
    for (int i = Keys.PARTITION_AT; i < itemKey.length; i++) hash = 31 * hash + itemKey[i];
    return (hash ^ hash >>> 16) & (COUNT - 1);
  }
}
