package dev.trestle.engine.storage;

/** What an acknowledged write has survived. */
public enum Durability {
  /** It is on the disk: a power cut does not lose it. Many writers share one fsync. */
  SYNC,
  /** The operating system has it: a killed process does not lose it, a power cut may. */
  FAST
}
