package dev.trestle.engine.write;

import dev.trestle.engine.refusal.Refusal.TransactionConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Items that requests are at work on, for engines that report conflicts instead of waiting. It goes
 * by whole keys: two items may share a lock without being in each other's way. Two plain writes do
 * not conflict; a transaction conflicts with everything else that writes its items.
 */
final class InFlight {
  private final ConcurrentMap<Overlay.Key, Integer> plain = new ConcurrentHashMap<>();
  private final ConcurrentMap<Overlay.Key, Object> transactions = new ConcurrentHashMap<>();

  /** Items that were entered; closing takes them out again. */
  interface Entered extends AutoCloseable {
    @Override
    void close();
  }

  /** Enters a plain write of one item, or refuses it. */
  Entered enter(byte[] itemKey) {
    var key = new Overlay.Key(itemKey);
    plain.merge(key, 1, Integer::sum);
    if (transactions.containsKey(key)) {
      leavePlain(key);
      throw new TransactionConflictException();
    }
    return () -> leavePlain(key);
  }

  private void leavePlain(Overlay.Key key) {
    plain.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
  }

  /**
   * Enters those of a transaction's items that nobody else is at work on.
   *
   * @param conflicts is given the positions of the others
   */
  Entered enter(List<byte[]> itemKeys, List<Integer> conflicts) {
    var mine = new Object();
    var taken = new ArrayList<Overlay.Key>();
    for (int i = 0; i < itemKeys.size(); i++) {
      var key = new Overlay.Key(itemKeys.get(i));
      boolean free = transactions.putIfAbsent(key, mine) == null;
      if (free) taken.add(key);
      if (!free || plain.containsKey(key)) conflicts.add(i);
    }
    return () -> taken.forEach(key -> transactions.remove(key, mine));
  }

  /** Whether a transaction is at work on the item. */
  boolean isInTransaction(byte[] itemKey) {
    return transactions.containsKey(new Overlay.Key(itemKey));
  }
}
