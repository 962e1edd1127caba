package dev.trestle.engine.storage;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The options of storage.
 *
 * @param folder where the data is stored; if empty, in memory until it is closed
 * @param cacheBytes memory for blocks read from disk
 */
public record StorageOptions(
    Optional<Path> folder,
    Durability durability,
    long cacheBytes,
    InstantSource clock,
    FaultPoints faults) {}
