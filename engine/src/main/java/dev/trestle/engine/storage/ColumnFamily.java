package dev.trestle.engine.storage;

import java.nio.charset.StandardCharsets;

/** The four column families. All tables share them; docs/formats describes each one. */
public enum ColumnFamily {
  /** The catalog, counters, request tokens and backfill positions. */
  META("default"),
  /** Items by table, hash, partition key and sort key. */
  ITEMS("items"),
  /** Entries of secondary indexes and of expiry times. */
  INDEX("index"),
  /** Changes in commit order, for streams. */
  LOG("log");

  private final String columnFamily;

  ColumnFamily(String columnFamily) {
    this.columnFamily = columnFamily;
  }

  /** The name in statistics. */
  String label() {
    return this == META ? "catalog" : columnFamily;
  }

  byte[] columnFamily() {
    return columnFamily.getBytes(StandardCharsets.UTF_8);
  }
}
