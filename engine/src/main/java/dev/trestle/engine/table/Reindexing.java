package dev.trestle.engine.table;

import java.util.List;

/** What building and dropping an index needs of those who write items. */
public interface Reindexing {
  /**
   * Returns once every writer that may have read a table's definition before this call has queued
   * its mutation or given up: from then on all write by the definitions of now.
   */
  void barrier();

  /**
   * Enters these items, as they are now, into the indexes and expiry times that are being built,
   * each under its lock; returns when that is on disk.
   */
  void reindex(Table table, List<byte[]> itemKeys);
}
