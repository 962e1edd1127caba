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
  private long writtenSeen;
  private long readSeen;

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
   * Returns whether enough was written and read in reverse since the last flush that succeeded.
   * Called by one thread, at most once a second.
   */
  boolean isDue() {
    writtenSeen = written;
    readSeen = read.sum();
    return writtenSeen - writtenBefore >= WRITTEN_MIN && readSeen - readBefore >= READ_MIN;
  }

  /** The flush that was due has succeeded. Called by the thread that asked. */
  void flushed() {
    writtenBefore = writtenSeen;
    readBefore = readSeen;
  }
}
