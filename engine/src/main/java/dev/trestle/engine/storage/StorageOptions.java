package dev.trestle.engine.storage;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/**
 * How storage is opened.
 *
 * @param folder where the data lives; none: in memory, gone when it is closed
 * @param cacheBytes memory for blocks read from disk
 */
public record StorageOptions(
    Optional<Path> folder,
    Durability durability,
    long cacheBytes,
    InstantSource clock,
    FaultPoints faults) {}
