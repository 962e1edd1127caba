package dev.trestle.engine.stream;

import dev.trestle.engine.table.StoredKeys;

/**
 * The keys of a stream's records in the log column family. The format is described in
 * docs/formats/log.md.
 *
 * <pre>
 * changes      streamId(4) lineage(1) number(8)
 * floors       streamId(4) FE lineage(1)
 * boundaries   streamId(4) FF lineage(1) number(8)
 * </pre>
 *
 * A lineage is a series of shards for one quarter of the partition keys' hashes. All changes of an
 * item are in one lineage, in the order of their numbers.
 */
final class LogKeys {
  /** How many shards of a stream are open at a time. */
  static final int LINEAGES = 4;

  private static final int LINEAGE_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(LINEAGES);
  private static final byte FLOORS = (byte) 0xFE;
  private static final byte BOUNDARIES = (byte) 0xFF;
  private static final int NUMBER_BYTES = 8;

  private LogKeys() {}

  static int lineageOf(byte[] itemKey) {
    return (int) (StoredKeys.hash(itemKey) >>> LINEAGE_SHIFT);
  }

  /** Returns the smallest hash of a lineage's items, as an unsigned number. */
  static long firstHash(int lineage) {
    return (long) lineage << LINEAGE_SHIFT;
  }

  /** Returns the channel on which readers of a lineage wait for changes and boundaries. */
  static int channel(int streamId, int lineage) {
    return streamId * LINEAGES + lineage;
  }

  /** Returns the prefix of the keys of a lineage's changes. */
  static byte[] lineage(int streamId, int lineage) {
    return StoredKeys.concat(StoredKeys.ofId(streamId), new byte[] {(byte) lineage});
  }

  /** Returns the prefix of the keys of a lineage's shard boundaries. */
  static byte[] boundaries(int streamId, int lineage) {
    return StoredKeys.concat(StoredKeys.ofId(streamId), new byte[] {BOUNDARIES, (byte) lineage});
  }

  /** Returns the key of the number below which a lineage was trimmed. */
  static byte[] floor(int streamId, int lineage) {
    return StoredKeys.concat(StoredKeys.ofId(streamId), new byte[] {FLOORS, (byte) lineage});
  }

  static byte[] at(byte[] prefix, long number) {
    return StoredKeys.concat(prefix, LogBytes.ofLong(number));
  }

  static long number(byte[] key) {
    return LogBytes.longAt(key, key.length - NUMBER_BYTES);
  }
}
