package dev.trestle.engine.storage;

import java.util.concurrent.atomic.LongAdder;

/**
 * Decides when a flush makes reverse range reads fast again. A key that was overwritten often
 * leaves its old versions in memory until the next flush, and a range read steps over all of them.
 * RocksDB flushes by itself when forward reads skip many entries, but not for reverse reads.
 */
final class FlushTrigger {
  private static final long WRITTEN_MIN = 20_000;
  private static final long READ_MIN = 1000;

  private final LongAdder read = new LongAdder();

  /** Written by the committing thread only. */
  private volatile long written;

  private long writtenBefore;
  private long readBefore;

  /** Counts an entry that a reverse read reached. */
  void countReverseRead() {
    read.increment();
  }

  /** Counts written records. Called by the committing thread only. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // there is one writer
  void countWritten(int records) {
    written += records;
  }

  /**
   * Returns whether enough was written and read in reverse since the last flush. Called by one
   * thread, at most once a second.
   */
  boolean isDue() {
    if (written - writtenBefore < WRITTEN_MIN || read.sum() - readBefore < READ_MIN) return false;
    writtenBefore = written;
    readBefore = read.sum();
    return true;
  }
}
