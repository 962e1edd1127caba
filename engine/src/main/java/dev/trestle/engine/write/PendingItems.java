package dev.trestle.engine.write;

import dev.trestle.engine.storage.Commit;
import dev.trestle.item.Item;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The latest state of items whose change is queued but not yet on disk. The next writer of an item
 * starts from it, so that a hot item is not limited to one write per fsync. Reads never use it:
 * nothing is visible before it is durable.
 */
final class PendingItems {
  private final ConcurrentHashMap<ItemKey, Entry> pending = new ConcurrentHashMap<>();

  /** The next state of an item; empty if it is being deleted. */
  static final class Entry {
    final Optional<Item> item;
    // Set under the item's lock before another thread can find this entry, and read under the same
    // lock.
    private @Nullable Commit commit;

    Entry(Optional<Item> item) {
      this.item = item;
    }

    Commit commit() {
      if (commit == null) throw new IllegalStateException("an overlay entry without its commit");
      return commit;
    }

    void setCommit(Commit submitted) {
      commit = submitted;
    }
  }

  @Nullable Entry get(byte[] itemKey) {
    // Not isEmpty() first: while others come and go, it can be true although an entry is there.
    return pending.get(new ItemKey(itemKey));
  }

  void put(byte[] itemKey, Entry entry) {
    pending.put(new ItemKey(itemKey), entry);
  }

  /** Removes an entry unless a newer one has replaced it. */
  void remove(byte[] itemKey, Entry entry) {
    pending.remove(new ItemKey(itemKey), entry);
  }

  /** A stored key with equality by content. */
  record ItemKey(byte[] bytes) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ItemKey key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }
}
