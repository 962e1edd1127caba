package dev.trestle.engine;

import java.time.Instant;

/** A snapshot of an engine's counters and sizes. */
public record EngineStats(Instant opened, Instant now, StorageStats storage) {}
