package dev.trestle.engine;

/** What an acknowledged write survives. */
public enum Durability {
  /** The write is on disk and survives a power cut. Concurrent writers share one fsync. */
  SYNC,
  /**
   * The operating system has the write. It survives a killed process, but perhaps not a power cut.
   */
  FAST
}
