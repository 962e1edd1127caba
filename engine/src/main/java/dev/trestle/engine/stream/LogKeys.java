package dev.trestle.engine.stream;

import dev.trestle.engine.table.Keys;

/**
 * Where things of a stream are kept in the log family: docs/formats/log.md.
 *
 * <pre>
 * changes   streamId(4) lane(1) number(8)
 * floors    streamId(4) FE lane(1)
 * marks     streamId(4) FF lane(1) number(8)
 * </pre>
 *
 * A lane is a quarter of the hashes of partition keys, so all changes of an item are in one lane,
 * in the order of their numbers.
 */
final class LogKeys {
  /** How many shards of a stream are open at a time. */
  static final int LANES = 4;

  private static final int LANE_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(LANES);
  private static final byte FLOORS = (byte) 0xFE;
  private static final byte MARKS = (byte) 0xFF;
  private static final int NUMBER_BYTES = 8;

  private LogKeys() {}

  static int laneOf(byte[] itemKey) {
    return (int) (Keys.hash(itemKey) >>> LANE_SHIFT);
  }

  /** What comes before the number in the keys of a lane's changes. */
  static byte[] lane(int streamId, int lane) {
    return Keys.concat(Keys.ofId(streamId), new byte[] {(byte) lane});
  }

  /** What comes before the number in the keys of a lane's shard marks. */
  static byte[] marks(int streamId, int lane) {
    return Keys.concat(Keys.ofId(streamId), new byte[] {MARKS, (byte) lane});
  }

  /** Where the number is kept below which a lane was trimmed. */
  static byte[] floor(int streamId, int lane) {
    return Keys.concat(Keys.ofId(streamId), new byte[] {FLOORS, (byte) lane});
  }

  static byte[] at(byte[] prefix, long number) {
    return Keys.concat(prefix, LogBytes.ofLong(number));
  }

  static long number(byte[] key) {
    return LogBytes.longAt(key, key.length - NUMBER_BYTES);
  }
}
