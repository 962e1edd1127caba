package dev.trestle.engine;

import dev.trestle.engine.storage.Durability;
import dev.trestle.engine.storage.FaultPoints;
import dev.trestle.engine.storage.StorageOptions;
import dev.trestle.item.Limits;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * How an engine is opened. Start from {@link #at} or {@link #inMemory}.
 *
 * @param folder where the data lives; none: in memory, gone when it is closed
 * @param region what ARNs and stream records name as their region
 * @param timeToLiveDelay how long after its expiry an item is removed; DynamoDB takes up to days
 * @param strictConflicts whether requests that meet on an item are refused with a transaction
 *     conflict, as DynamoDB may do, instead of waiting for each other
 * @param itemCollectionBytes how large an item collection of a table with local indexes may become
 * @param cacheBytes memory for blocks read from disk
 * @param clock the time; tests pass their own
 * @param faults what happens at named places; tests pass their own
 */
public record EngineOptions(
    Optional<Path> folder,
    Durability durability,
    String region,
    Duration timeToLiveDelay,
    boolean strictConflicts,
    long itemCollectionBytes,
    long cacheBytes,
    InstantSource clock,
    FaultPoints faults) {
  private static final long CACHE_BYTES = 64L << 20;

  /** Durable data in a folder. */
  public static EngineOptions at(Path folder) {
    return new EngineOptions(
        Optional.of(folder),
        Durability.SYNC,
        "us-east-1",
        Duration.ZERO,
        false,
        Limits.ITEM_COLLECTION_BYTES,
        CACHE_BYTES,
        Clock.systemUTC(),
        FaultPoints.NONE);
  }

  /** Data that is gone when the engine is closed. */
  public static EngineOptions inMemory() {
    var durable = at(Path.of("."));
    return new EngineOptions(
        Optional.empty(),
        Durability.FAST,
        durable.region,
        durable.timeToLiveDelay,
        durable.strictConflicts,
        durable.itemCollectionBytes,
        durable.cacheBytes,
        durable.clock,
        durable.faults);
  }

  public EngineOptions withDurability(Durability changed) {
    return new EngineOptions(
        folder,
        changed,
        region,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        cacheBytes,
        clock,
        faults);
  }

  public EngineOptions withRegion(String changed) {
    return new EngineOptions(
        folder,
        durability,
        changed,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        cacheBytes,
        clock,
        faults);
  }

  public EngineOptions withTimeToLiveDelay(Duration changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        changed,
        strictConflicts,
        itemCollectionBytes,
        cacheBytes,
        clock,
        faults);
  }

  public EngineOptions withStrictConflicts(boolean changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        changed,
        itemCollectionBytes,
        cacheBytes,
        clock,
        faults);
  }

  public EngineOptions withItemCollectionBytes(long changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        strictConflicts,
        changed,
        cacheBytes,
        clock,
        faults);
  }

  public EngineOptions withClock(InstantSource changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        cacheBytes,
        changed,
        faults);
  }

  public EngineOptions withFaults(FaultPoints changed) {
    return new EngineOptions(
        folder,
        durability,
        region,
        timeToLiveDelay,
        strictConflicts,
        itemCollectionBytes,
        cacheBytes,
        clock,
        changed);
  }

  StorageOptions storage() {
    return new StorageOptions(folder, durability, cacheBytes, clock, faults);
  }
}
