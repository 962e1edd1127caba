package dev.trestle.engine.ttl;

import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.FaultPoints;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.Table;
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
 * Removes items whose time is over. It reads only the entries that are due from the index of expiry
 * times; whoever removes the item looks at it once more, under its lock.
 */
public final class Sweeper {
  private static final int CHUNK_ITEMS = 100;

  /** How an item is removed. */
  public interface Removal {
    /**
     * Removes the item with this stored key if its time was over by now.
     *
     * @return whether it was removed
     */
    boolean expire(Table table, byte[] itemKey, long nowSeconds);
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
   * Removes everything that is due.
   *
   * @param stopping looked at between chunks; true ends the sweep early
   * @return how many items were removed
   */
  public int sweep(BooleanSupplier stopping) {
    long due = clock.instant().minus(delay).getEpochSecond();
    int removed = 0;
    for (var name : catalog.names()) {
      if (stopping.getAsBoolean()) break;
      var table = catalog.find(name);
      if (table.isEmpty()) continue;
      try {
        removed += sweep(table.get(), due, stopping);
      } catch (ResourceNotFoundException _) {
        // The table was deleted meanwhile, and its items with it.
      }
    }
    return removed;
  }

  private int sweep(Table table, long due, BooleanSupplier stopping) {
    int removed = 0;
    // What could not be removed is passed over, so that it does not stand in the way of the rest.
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
        from = Optional.of(Keys.next(entries.getLast()));
      } finally {
        storage.leave();
      }
      faults.reached(FaultPoints.SWEEP_CHUNK);
    }
    return removed;
  }

  private List<byte[]> due(TimeToLive ttl, Optional<byte[]> from, long due) {
    // Entries from before that are of items which have become too old to be removed.
    long oldest = Math.max(0, due - Expiry.PAST_SECONDS_MAX);
    var start = from.orElseGet(() -> expiry(ttl, oldest));
    var entries = new ArrayList<byte[]>();
    if (due < 0) return entries;
    var end = expiry(ttl, due + 1);
    try (var range = storage.range(Family.INDEX, start, end, false)) {
      while (entries.size() < CHUNK_ITEMS && range.next()) entries.add(range.key());
    }
    return entries;
  }

  /** The beginning of all entries of one second. */
  private static byte[] expiry(TimeToLive ttl, long seconds) {
    var bytes = ByteBuffer.allocate(Long.BYTES).putLong(seconds).array();
    return Keys.concat(Keys.ofId(ttl.indexId()), bytes);
  }

  /** All at a time, so that they share the commit. */
  private int remove(Table table, TableDefinition definition, List<byte[]> entries, long due) {
    int removed = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var removals = new ArrayList<Future<Boolean>>();
      for (var entry : entries) {
        var key = Keys.itemOfExpiry(definition.id(), entry);
        removals.add(threads.submit(() -> removal.expire(table, key, due)));
      }
      for (var each : removals) if (each.get()) removed++;
      return removed;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) throw failure;
      throw new IllegalStateException("an expired item could not be removed", e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return removed;
    }
  }
}
