package dev.trestle.engine.stream;

import dev.trestle.item.KeyHash;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/**
 * A position in a shard.
 *
 * @param shard the number of the boundary at which the shard begins
 * @param position the lowest number that was not read yet
 * @param fromHorizon whether trimmed records are skipped instead of reported as an error
 */
public record ShardIterator(
    int streamId, int lineage, long shard, long position, boolean fromHorizon, long issuedMillis) {
  private static final byte VERSION = 1;
  private static final int BYTES = 1 + Integer.BYTES + 1 + 1 + 3 * Long.BYTES;
  private static final int CHECKED_BYTES = BYTES + Long.BYTES;

  /** The channel on which the next record is announced. */
  int channel() {
    return LogKeys.channel(streamId, lineage);
  }

  ShardIterator movedTo(long nextPosition, long nowMillis) {
    return new ShardIterator(streamId, lineage, shard, nextPosition, false, nowMillis);
  }

  /** Returns the form that clients receive. A checksum at the end detects changes. */
  public String text() {
    var bytes =
        ByteBuffer.allocate(CHECKED_BYTES)
            .put(VERSION)
            .putInt(streamId)
            .put((byte) lineage)
            .put((byte) (fromHorizon ? 1 : 0))
            .putLong(shard)
            .putLong(position)
            .putLong(issuedMillis);
    bytes.putLong(KeyHash.of(bytes.array(), 0, BYTES));
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  /** Parses an iterator. Returns empty if {@link #text} cannot have produced it. */
  public static Optional<ShardIterator> parse(String text) {
    byte[] decoded;
    try {
      decoded = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (decoded.length != CHECKED_BYTES || decoded[0] != VERSION) return Optional.empty();
    var bytes = ByteBuffer.wrap(decoded);
    if (bytes.getLong(BYTES) != KeyHash.of(decoded, 0, BYTES)) return Optional.empty();
    bytes.get();
    int streamId = bytes.getInt();
    int lineage = bytes.get();
    boolean fromHorizon = bytes.get() == 1;
    return Optional.of(
        new ShardIterator(
            streamId, lineage, bytes.getLong(), bytes.getLong(), fromHorizon, bytes.getLong()));
  }
}
