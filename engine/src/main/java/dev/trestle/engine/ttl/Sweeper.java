package dev.trestle.engine.ttl;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TimeToLive;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/**
 * Removes expired items. It reads only the due entries of the expiry index; the removal checks each
 * item again under its lock.
 */
public final class Sweeper {
  private static final int CHUNK_ITEMS = 100;

  /** Removes one item. */
  public interface Removal {
    /**
     * Removes the item with this stored key if it has expired.
     *
     * @return whether it was removed
     */
    boolean expire(OpenTable table, byte[] itemKey, long nowSeconds);
  }

  private final Storage storage;
  private final Catalog catalog;
  private final Removal removal;
  private final InstantSource clock;
  private final Duration delay;
  private final FaultPoints faults;

  /**
   * @param delay how long after its expiry an item is removed
   */
  public Sweeper(
      Storage storage,
      Catalog catalog,
      Removal removal,
      InstantSource clock,
      Duration delay,
      FaultPoints faults) {
    this.storage = storage;
    this.catalog = catalog;
    this.removal = removal;
    this.clock = clock;
    this.delay = delay;
    this.faults = faults;
  }

  /**
   * Removes all items that are due. A table that fails does not keep the others from being swept;
   * its failure is thrown at the end.
   *
   * @param stopping checked between chunks; true ends the sweep early
   * @return how many items were removed
   */
  public int sweep(BooleanSupplier stopping) {
    long due = clock.instant().minus(delay).getEpochSecond();
    int removed = 0;
    RuntimeException failure = null;
    for (var name : catalog.names()) {
      if (stopping.getAsBoolean()) break;
      var table = catalog.find(name);
      if (table.isEmpty()) continue;
      try {
        removed += sweep(table.get(), due, stopping);
      } catch (ResourceNotFoundException e) {
        // The table was deleted in the meantime, with its items.
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    if (failure != null) throw failure;
    return removed;
  }

  private int sweep(OpenTable table, long due, BooleanSupplier stopping) {
    int removed = 0;
    // Continues after items that could not be removed, so that they do not block the rest.
    var from = Optional.<byte[]>empty();
    while (!stopping.getAsBoolean()) {
      storage.enter();
      try {
        var definition = table.definition();
        var ttl = definition.timeToLive();
        if (ttl.isEmpty()) return removed;
        var entries = due(ttl.get(), from, due);
        if (entries.isEmpty()) return removed;
        removed += remove(table, definition, entries, due);
        from = Optional.of(StoredKeys.successor(entries.getLast()));
      } finally {
        storage.leave();
      }
      faults.reached(FaultPoints.SWEEP_CHUNK);
    }
    return removed;
  }

  private List<byte[]> due(TimeToLive ttl, Optional<byte[]> from, long due) {
    // Older entries belong to items that are too old to be removed.
    long oldest = Math.max(0, due - Expiry.PAST_SECONDS_MAX);
    var start = from.orElseGet(() -> expiry(ttl, oldest));
    var entries = new ArrayList<byte[]>();
    if (due < 0) return entries;
    var end = expiry(ttl, due + 1);
    try (var range = storage.range(ColumnFamily.INDEX, start, end, false)) {
      while (entries.size() < CHUNK_ITEMS && range.next()) entries.add(range.key());
    }
    return entries;
  }

  /** Returns the common prefix of all entries of one second. */
  private static byte[] expiry(TimeToLive ttl, long seconds) {
    var bytes = ByteBuffer.allocate(Long.BYTES).putLong(seconds).array();
    return StoredKeys.concat(StoredKeys.ofId(ttl.indexId()), bytes);
  }

  /** Removes items concurrently, so that they share a commit. */
  private int remove(OpenTable table, TableDefinition definition, List<byte[]> entries, long due) {
    int removed = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var removals = new ArrayList<Future<Boolean>>();
      for (var entry : entries) {
        var key = StoredKeys.itemOfExpiry(definition.id(), entry);
        removals.add(threads.submit(() -> removal.expire(table, key, due)));
      }
      for (var each : removals) if (each.get()) removed++;
      return removed;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) throw failure;
      if (e.getCause() instanceof Error error) throw error;
      throw new IllegalStateException("an expired item could not be removed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return removed;
    }
  }
}
