package dev.trestle.engine.table;

/** What building and dropping an index needs of those who write items. */
public interface Reindexing {
  /**
   * Returns once every writer that may have read a table's definition before this call has queued
   * its mutation or given up: from then on all write by the definitions of now.
   */
  void barrier();

  /**
   * Takes the item's lock and queues those index and expiry entries of the item, as it is now, that
   * are not there yet. It need not wait for the disk: mutations are committed in the order they
   * were queued, and the caller commits its position afterwards.
   */
  void reindex(Table table, byte[] itemKey);
}
