package dev.trestle.engine;

import dev.trestle.engine.storage.StorageOptions;
import dev.trestle.item.Limits;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The options of an engine. Start from {@link #at} or {@link #inMemory}.
 *
 * @param folder where the data is stored; if empty, in memory until the engine is closed
 * @param region the region in ARNs and stream records
 * @param timeToLiveDelay how long after its expiry an item is removed; in DynamoDB up to days
 * @param strictConflicts whether requests that meet on an item fail with a transaction conflict, as
 *     they may in DynamoDB, instead of waiting for each other
 * @param itemCollectionBytes the size limit of an item collection in a table with local indexes
 * @param limits the tables whose throughput is limited as in DynamoDB
 * @param indexLag how far reads of global indexes are behind their tables
 * @param cacheBytes memory for blocks read from disk
 * @param exportFolder where exports and imports have their buckets, each a folder; none if empty
 * @param clock the clock; tests pass their own
 * @param faults the fault points; tests pass their own
 */
public record EngineOptions(
    Optional<Path> folder,
    Durability durability,
    String region,
    Duration timeToLiveDelay,
    boolean strictConflicts,
    long itemCollectionBytes,
    LimitedTables limits,
    IndexLag indexLag,
    long cacheBytes,
    Optional<Path> exportFolder,
    InstantSource clock,
    FaultPoints faults) {
  private static final long CACHE_BYTES = 64L << 20;
  private static final String EXPORTS = "exports";

  /** Returns options for durable data in a folder. */
  public static EngineOptions at(Path folder) {
    return new EngineOptions(
        Optional.of(folder),
        Durability.SYNC,
        "us-east-1",
        Duration.ZERO,
        false,
        Limits.ITEM_COLLECTION_BYTES,
        LimitedTables.NONE,
        IndexLag.NONE,
        CACHE_BYTES,
        Optional.of(folder.resolve(EXPORTS)),
        Clock.systemUTC(),
        FaultPoints.NONE);
  }

  /** Returns options for data in memory, which is lost when the engine is closed. */
  public static EngineOptions inMemory() {
    var durable = at(Path.of("."));
    return new EngineOptions(
        Optional.empty(),
        Durability.FAST,
        durable.region,
        durable.timeToLiveDelay,
        durable.strictConflicts,
        durable.itemCollectionBytes,
        durable.limits,
        durable.indexLag,
        durable.cacheBytes,
        Optional.empty(),
        durable.clock,
        durable.faults);
  }

  /** Returns a copy with another durability of writes. */
  public EngineOptions withDurability(Durability changed) {
    return new EngineOptions(
        folder,
        changed,
        region,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        limits,
        indexLag,
        cacheBytes,
        exportFolder,
        clock,
        faults);
  }

  /** Returns a copy with another region in ARNs and stream records. */
  public EngineOptions withRegion(String changed) {
    return new EngineOptions(
        folder,
        durability,
        changed,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        limits,
        indexLag,
        cacheBytes,
        exportFolder,
        clock,
        faults);
  }

  /** Returns a copy that removes expired items this long after their expiry. */
  public EngineOptions withTimeToLiveDelay(Duration changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        changed,
        strictConflicts,
        itemCollectionBytes,
        limits,
        indexLag,
        cacheBytes,
        exportFolder,
        clock,
        faults);
  }

  /** Returns a copy in which requests that meet on an item fail, or wait for each other. */
  public EngineOptions withStrictConflicts(boolean changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        changed,
        itemCollectionBytes,
        limits,
        indexLag,
        cacheBytes,
        exportFolder,
        clock,
        faults);
  }

  /** Returns a copy with another size limit of item collections. */
  public EngineOptions withItemCollectionBytes(long changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        strictConflicts,
        changed,
        limits,
        indexLag,
        cacheBytes,
        exportFolder,
        clock,
        faults);
  }

  /** Returns a copy that limits the throughput of these tables as DynamoDB would. */
  public EngineOptions withLimits(LimitedTables changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        changed,
        indexLag,
        cacheBytes,
        exportFolder,
        clock,
        faults);
  }

  /** Returns a copy in which reads of global indexes are behind their tables. */
  public EngineOptions withIndexLag(IndexLag changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        limits,
        changed,
        cacheBytes,
        exportFolder,
        clock,
        faults);
  }

  /** Returns a copy that has the buckets of exports and imports in this folder. */
  public EngineOptions withExportFolder(Path changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        limits,
        indexLag,
        cacheBytes,
        Optional.of(changed),
        clock,
        faults);
  }

  /**
   * Returns a copy with another clock. With a {@link ManualClock} nothing runs in the background.
   */
  public EngineOptions withClock(InstantSource changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        limits,
        indexLag,
        cacheBytes,
        exportFolder,
        changed,
        faults);
  }

  /** Returns a copy with fault points, for tests of the engine itself. */
  public EngineOptions withFaults(FaultPoints changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        limits,
        indexLag,
        cacheBytes,
        exportFolder,
        clock,
        changed);
  }

  StorageOptions storage() {
    return new StorageOptions(folder, durability, cacheBytes, clock, faults);
  }
}
