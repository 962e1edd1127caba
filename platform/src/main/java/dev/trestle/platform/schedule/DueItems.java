package dev.trestle.platform.schedule;

import dev.trestle.model.Query;
import dev.trestle.store.Store;
import java.time.Instant;

/**
 * Where a system's due items are found: a sparse index on its own table, whose partition is a shard
 * and whose sort key begins with the due time.
 *
 * @param name of its own among all: letters, digits, hyphens
 * @param store one that has the query
 * @param query a shard's items up to a time, earliest first
 * @param shards how many the system writes to
 * @param key the query's parameters for a shard and a time
 */
public record DueItems<K, R>(String name, Store store, Query<K, R> query, int shards, Key<K> key) {
  public DueItems {
    if (shards < 1 || shards > 100) throw new IllegalArgumentException(shards + " shards");
  }

  /** Parameters of the query; the time is one of whole milliseconds. */
  @FunctionalInterface
  public interface Key<K> {
    K of(int shard, Instant upTo);
  }
}
