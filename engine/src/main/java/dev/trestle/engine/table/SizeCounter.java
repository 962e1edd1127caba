package dev.trestle.engine.table;

import java.util.concurrent.atomic.LongAdder;

/** A running count of entries and of their bytes, as DynamoDB counts them. */
final class SizeCounter {
  record Counts(long entries, long bytes) {}

  private final LongAdder entries = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  void add(long entriesMore, long bytesMore) {
    if (entriesMore != 0) entries.add(entriesMore);
    if (bytesMore != 0) bytes.add(bytesMore);
  }

  /** Returns the raw counts. During a recount they may be negative. */
  Counts counts() {
    return new Counts(entries.sum(), bytes.sum());
  }

  /** Returns the number of entries, never negative. */
  long entries() {
    return Math.max(0, entries.sum());
  }

  long bytes() {
    return Math.max(0, bytes.sum());
  }
}
