package dev.trestle.engine;

import java.time.Instant;

/**
 * A backup of all tables of an engine.
 *
 * @param bytes the size of its files, including those that it shares with other backups
 */
public record EngineBackup(int id, Instant taken, long bytes, int files) {}
