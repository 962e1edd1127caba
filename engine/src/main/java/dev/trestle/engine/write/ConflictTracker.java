package dev.trestle.engine.write;

import dev.trestle.engine.refusal.Refusal.TransactionConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Tracks which items are being written, for engines that report conflicts instead of waiting. It
 * compares whole keys, because two items may share a lock without being in conflict. Two single
 * writes do not conflict; a transaction conflicts with every other writer of its items.
 */
final class ConflictTracker {
  private final ConcurrentMap<PendingItems.ItemKey, Integer> plain = new ConcurrentHashMap<>();
  private final ConcurrentMap<PendingItems.ItemKey, Object> transactions =
      new ConcurrentHashMap<>();

  /** Registered items. Closing removes them. */
  interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Registers a single write of one item.
   *
   * @throws TransactionConflictException if a transaction is writing the item
   */
  Registration register(byte[] itemKey) {
    var key = new PendingItems.ItemKey(itemKey);
    plain.merge(key, 1, Integer::sum);
    if (transactions.containsKey(key)) {
      leavePlain(key);
      throw new TransactionConflictException();
    }
    return () -> leavePlain(key);
  }

  private void leavePlain(PendingItems.ItemKey key) {
    plain.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
  }

  /**
   * Registers those of a transaction's items that nobody else is writing.
   *
   * @param conflicts receives the positions of the other items
   */
  Registration register(List<byte[]> itemKeys, List<Integer> conflicts) {
    var mine = new Object();
    var taken = new ArrayList<PendingItems.ItemKey>();
    for (int i = 0; i < itemKeys.size(); i++) {
      var key = new PendingItems.ItemKey(itemKeys.get(i));
      boolean free = transactions.putIfAbsent(key, mine) == null;
      if (free) taken.add(key);
      if (!free || plain.containsKey(key)) conflicts.add(i);
    }
    return () -> taken.forEach(key -> transactions.remove(key, mine));
  }

  /** Returns whether a transaction is writing the item. */
  boolean isInTransaction(byte[] itemKey) {
    return transactions.containsKey(new PendingItems.ItemKey(itemKey));
  }
}
