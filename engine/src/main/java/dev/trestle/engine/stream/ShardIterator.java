package dev.trestle.engine.stream;

import dev.trestle.engine.table.KeyHash;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/**
 * A place in a shard where reading goes on.
 *
 * @param shard the number of the mark that the shard begins with
 * @param position the least number that is yet to be read
 * @param fromHorizon whether records that were trimmed are passed over, and not missed
 */
public record ShardIterator(
    int streamId, int lane, long shard, long position, boolean fromHorizon, long issuedMillis) {
  private static final byte VERSION = 1;
  private static final int BYTES = 1 + Integer.BYTES + 1 + 1 + 3 * Long.BYTES;
  private static final int CHECKED_BYTES = BYTES + Long.BYTES;

  ShardIterator movedTo(long nextPosition, long nowMillis) {
    return new ShardIterator(streamId, lane, shard, nextPosition, false, nowMillis);
  }

  /** The form clients are given; a sum at its end shows when it was meddled with. */
  public String text() {
    var bytes =
        ByteBuffer.allocate(CHECKED_BYTES)
            .put(VERSION)
            .putInt(streamId)
            .put((byte) lane)
            .put((byte) (fromHorizon ? 1 : 0))
            .putLong(shard)
            .putLong(position)
            .putLong(issuedMillis);
    bytes.putLong(KeyHash.of(bytes.array(), 0, BYTES));
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  /** What {@link #text} gave; none for any other text. */
  public static Optional<ShardIterator> parse(String text) {
    byte[] decoded;
    try {
      decoded = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
    if (decoded.length != CHECKED_BYTES || decoded[0] != VERSION) return Optional.empty();
    var bytes = ByteBuffer.wrap(decoded);
    if (bytes.getLong(BYTES) != KeyHash.of(decoded, 0, BYTES)) return Optional.empty();
    bytes.get();
    int streamId = bytes.getInt();
    int lane = bytes.get();
    boolean fromHorizon = bytes.get() == 1;
    return Optional.of(
        new ShardIterator(
            streamId, lane, bytes.getLong(), bytes.getLong(), fromHorizon, bytes.getLong()));
  }
}
