package dev.trestle.engine.storage;

import java.util.concurrent.atomic.LongAdder;

/**
 * Tells when reverse ranges may have become dear. A key that was overwritten often leaves its old
 * versions in memory until the next flush, and a range steps over every one of them. RocksDB
 * flushes by itself when forward ranges skip much, but not for reverse ones.
 */
final class MemtableRelief {
  private static final long WRITTEN_MIN = 20_000;
  private static final long READ_MIN = 1000;

  private final LongAdder read = new LongAdder();

  /** Written by the committing thread only. */
  private volatile long written;

  private long writtenBefore;
  private long readBefore;

  /** Counts an entry that a reverse range came to. */
  void readBackwards() {
    read.increment();
  }

  /** Counts records; called by the one thread that commits. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // there is one writer
  void wrote(int records) {
    written += records;
  }

  /**
   * Whether so much was written and read backwards since the last time this was true that a flush
   * pays. Asked by one thread, not more than once a second.
   */
  boolean isDue() {
    if (written - writtenBefore < WRITTEN_MIN || read.sum() - readBefore < READ_MIN) return false;
    writtenBefore = written;
    readBefore = read.sum();
    return true;
  }
}
