package dev.trestle.platform.schedule;

import dev.trestle.model.Query;
import dev.trestle.store.Store;
import java.time.Instant;

/**
 * Where a system's due items are: in a sparse index of its table, partitioned by shard and sorted
 * by due time.
 *
 * @param name unique on the server: letters, digits, hyphens
 * @param store that runs the query
 * @param query the items of a shard up to a time, earliest first
 * @param shards how many the system writes to
 * @param key the query's parameters for a shard and a time
 */
public record DueItems<K, R>(String name, Store store, Query<K, R> query, int shards, Key<K> key) {
  public DueItems {
    if (shards < 1 || shards > 100) throw new IllegalArgumentException(shards + " shards");
  }

  /** Makes the query's parameters. The time is in whole milliseconds. */
  @FunctionalInterface
  public interface Key<K> {
    K of(int shard, Instant upTo);
  }
}
