package dev.trestle.ecobid.reservation;

import dev.trestle.ecobid.model.ItemId;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Serialises actions on the same item in this process, so that they do not refuse each other's
 * writes. Across servers the item's version decides.
 */
final class HandoverLocks {
  private static final int LOCKS = 256;

  /** Each lock guards the items of one hash value, between reading and writing. */
  private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

  HandoverLocks() {
    for (int i = 0; i < LOCKS; i++) locks[i] = new ReentrantLock();
  }

  <T> T around(ItemId item, Supplier<T> action) {
    var lock = locks[Math.floorMod(item.hashCode(), LOCKS)];
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
