package dev.trestle.engine.table;

import java.util.concurrent.atomic.LongAdder;

/** A running count of entries, and of their bytes as DynamoDB counts them. */
final class Tally {
  record Sum(long entries, long bytes) {}

  private final LongAdder entries = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  void add(long entriesMore, long bytesMore) {
    if (entriesMore != 0) entries.add(entriesMore);
    if (bytesMore != 0) bytes.add(bytesMore);
  }

  /** The counts as they are, which a recount under way may leave below none. */
  Sum sum() {
    return new Sum(entries.sum(), bytes.sum());
  }

  /** Never below none, although a recount may still be on its way. */
  long entries() {
    return Math.max(0, entries.sum());
  }

  long bytes() {
    return Math.max(0, bytes.sum());
  }
}
