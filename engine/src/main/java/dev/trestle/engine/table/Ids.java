package dev.trestle.engine.table;

import dev.trestle.engine.storage.Storage;

/**
 * Hands out numbers that are never used twice, even after a crash: a block is reserved on disk
 * before its first number is given away. Its user holds a lock.
 */
final class Ids {
  private static final int BLOCK = 32;

  private final Storage storage;
  private int next;
  private int reserved;

  Ids(Storage storage, int reserved) {
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
