package dev.trestle.engine.table;

import dev.trestle.engine.storage.Storage;

/**
 * Allocates ids that are never reused, even after a crash: a block of ids is reserved on disk
 * before its first one is used. Not thread-safe; the caller holds a lock.
 */
final class IdAllocator {
  private static final int BLOCK = 32;

  private final Storage storage;
  private int next;
  private int reserved;

  IdAllocator(Storage storage, int reserved) {
    this.storage = storage;
    this.next = reserved;
    this.reserved = reserved;
  }

  int next() {
    if (next == reserved) {
      int below = Math.addExact(reserved, BLOCK);
      var mutation = storage.mutation();
      CatalogRecords.putIdsReserved(mutation, below);
      storage.commit(mutation);
      reserved = below;
    }
    return next++;
  }
}
