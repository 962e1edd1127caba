package dev.trestle.engine;

import dev.trestle.engine.storage.StorageStatistics;
import java.time.Instant;

/** How an engine is doing. */
public record EngineHealth(Instant opened, Instant now, StorageStatistics storage) {}
