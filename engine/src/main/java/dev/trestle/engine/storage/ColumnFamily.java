package dev.trestle.engine.storage;

import java.nio.charset.StandardCharsets;

/** The four column families. All tables share them; docs/formats describes each one. */
public enum ColumnFamily {
  /** The catalog, counters, request tokens and backfill positions. */
  META("default", 0),
  /** Items by table, hash, partition key and sort key. */
  ITEMS("items", ColumnFamily.PARTITION_BYTES),
  /** Entries of secondary indexes and of expiry times. */
  INDEX("index", ColumnFamily.PARTITION_BYTES),
  /** Changes in commit order, for streams. */
  LOG("log", 0);

  /** The id of a table or index, and the hash of the partition key. */
  private static final int PARTITION_BYTES = 12;

  private final String columnFamily;
  private final int prefixBytes;

  ColumnFamily(String columnFamily, int prefixBytes) {
    this.columnFamily = columnFamily;
    this.prefixBytes = prefixBytes;
  }

  /**
   * Returns how many bytes the keys of a partition begin with, or 0 if range reads do not stay
   * within partitions.
   */
  int prefixBytes() {
    return prefixBytes;
  }

  /** Returns whether requests read single entries, for which files need filters of whole keys. */
  boolean isReadByKey() {
    return this != INDEX;
  }

  /** The name in statistics. */
  String label() {
    return this == META ? "catalog" : columnFamily;
  }

  byte[] columnFamily() {
    return columnFamily.getBytes(StandardCharsets.UTF_8);
  }
}
