package dev.trestle.engine.write;

import dev.trestle.engine.storage.Commit;
import dev.trestle.item.Item;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest state of items whose change is queued but not yet on disk. The next writer of an item
 * computes on it, so that a hot item is not limited to one write per fsync. Readers never look
 * here: nothing is seen before it is durable.
 */
final class Overlay {
  private final ConcurrentHashMap<Key, Pending> pending = new ConcurrentHashMap<>();

  /** An item's state to be; nothing where the item is being deleted. */
  static final class Pending {
    final Optional<Item> item;
    // Written under the item's lock before anybody else can find this, read under the same lock.
    private @Nullable Commit commit;

    Pending(Optional<Item> item) {
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

  @Nullable Pending get(byte[] itemKey) {
    return pending.isEmpty() ? null : pending.get(new Key(itemKey));
  }

  void put(byte[] itemKey, Pending entry) {
    pending.put(new Key(itemKey), entry);
  }

  /** Removes an entry, unless a newer one has taken its place. */
  void remove(byte[] itemKey, Pending entry) {
    pending.remove(new Key(itemKey), entry);
  }

  /** A stored key that can be looked up. */
  record Key(byte[] bytes) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }
}
