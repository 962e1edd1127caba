package dev.trestle.engine.storage;

import java.nio.charset.StandardCharsets;

/** The four column families; none is made per table. docs/formats has a page for each. */
public enum Family {
  /** The catalog, counters, request tokens and positions. */
  META("default"),
  /** Items by table, hash, partition key and sort key. */
  ITEMS("items"),
  /** Entries of secondary indexes and of expiry times. */
  INDEX("index"),
  /** Changes in the order they were committed: streams and recovery. */
  LOG("log");

  private final String columnFamily;

  Family(String columnFamily) {
    this.columnFamily = columnFamily;
  }

  /** What people call it. */
  String label() {
    return this == META ? "catalog" : columnFamily;
  }

  byte[] columnFamily() {
    return columnFamily.getBytes(StandardCharsets.UTF_8);
  }
}
