package dev.trestle.engine.stream;

import java.nio.ByteBuffer;

/**
 * A boundary in a lane. It is a log record itself, so its number tells for every other record of
 * the lane on which side it is, and no record can be lost or doubled between two shards.
 *
 * @param generation the shard that begins here: how many there were in this lane before
 * @param previousMillis when the shard that ends here began
 */
record Mark(long number, long millis, Kind kind, int generation, long previousMillis) {
  private static final byte VERSION = 1;
  private static final int BYTES = 1 + 1 + Integer.BYTES + Long.BYTES;
  private static final int TIME_BYTES = Long.BYTES;

  enum Kind {
    /** A shard ends and its child begins. */
    ROLLED(1),
    /** A shard ends with its stream. */
    CLOSED(2);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    private static Kind ofCode(byte code) {
      for (var kind : values()) if (kind.code == code) return kind;
      throw new IllegalStateException("a mark of unknown kind " + code);
    }
  }

  /** Where a lane begins: no record is kept of it. */
  static Mark first(long createdMillis) {
    return new Mark(0, createdMillis, Kind.ROLLED, 0, 0);
  }

  /** What the log keeps of a mark that ends the shard which began with this one. */
  byte[] next(Kind nextKind) {
    return ByteBuffer.allocate(BYTES)
        .put(VERSION)
        .put(nextKind.code)
        .putInt(generation + 1)
        .putLong(millis)
        .array();
  }

  static Mark decode(long number, byte[] stored) {
    var bytes = ByteBuffer.wrap(stored);
    long millis = bytes.getLong();
    if (stored.length != TIME_BYTES + BYTES || bytes.get() != VERSION) {
      throw new IllegalStateException("not a shard mark of a known version");
    }
    return new Mark(number, millis, Kind.ofCode(bytes.get()), bytes.getInt(), bytes.getLong());
  }
}
