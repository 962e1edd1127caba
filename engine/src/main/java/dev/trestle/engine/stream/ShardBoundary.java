package dev.trestle.engine.stream;

import java.nio.ByteBuffer;

/**
 * A boundary between two shards of a lineage. It is itself a log record, so every other record's
 * number is either below or above it, and no record is lost or repeated between two shards.
 *
 * @param generation how many shards of the lineage precede the shard that begins here
 * @param previousMillis when the shard that ends here was opened
 */
record ShardBoundary(long number, long millis, Kind kind, int generation, long previousMillis) {
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
      throw new IllegalStateException("unknown kind of shard boundary: " + code);
    }
  }

  /** Returns the start of a lineage, for which no record is stored. */
  static ShardBoundary first(long createdMillis) {
    return new ShardBoundary(0, createdMillis, Kind.ROLLED, 0, 0);
  }

  /** Encodes a boundary that ends the shard which began with this one. */
  byte[] next(Kind nextKind) {
    return ByteBuffer.allocate(BYTES)
        .put(VERSION)
        .put(nextKind.code)
        .putInt(generation + 1)
        .putLong(millis)
        .array();
  }

  static ShardBoundary decode(long number, byte[] stored) {
    var bytes = ByteBuffer.wrap(stored);
    long millis = bytes.getLong();
    if (stored.length != TIME_BYTES + BYTES || bytes.get() != VERSION) {
      throw new IllegalStateException("unknown version of a shard boundary");
    }
    return new ShardBoundary(
        number, millis, Kind.ofCode(bytes.get()), bytes.getInt(), bytes.getLong());
  }
}
