package dev.trestle.engine.table;

/** What building and dropping an index needs from the code that writes items. */
public interface Reindexing {
  /**
   * Returns once every writer that may have read a table definition before this call has queued its
   * mutation or given up. All later writers use the current definitions.
   */
  void barrier();

  /**
   * Takes the item's lock and queues the index and expiry entries of its current state that do not
   * exist yet. Does not wait for the disk: mutations are committed in queue order, and the caller
   * commits its position afterwards.
   */
  void reindex(OpenTable table, byte[] itemKey);
}
