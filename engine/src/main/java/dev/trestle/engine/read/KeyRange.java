package dev.trestle.engine.read;

import dev.trestle.engine.table.StoredKeys;
import java.math.BigInteger;
import java.util.Arrays;

/** A range of stored keys, from one (inclusive) to another (exclusive). */
public final class KeyRange {
  private static final BigInteger HASHES = BigInteger.ONE.shiftLeft(Long.SIZE);

  private final byte[] from;
  private final byte[] to;

  KeyRange(byte[] from, byte[] to) {
    this.from = from;
    this.to = to;
  }

  public byte[] from() {
    return from;
  }

  byte[] to() {
    return to;
  }

  /** Returns all keys of a table or index. */
  public static KeyRange all(int id) {
    return beginningWith(StoredKeys.ofId(id));
  }

  static KeyRange beginningWith(byte[] prefix) {
    return new KeyRange(prefix, StoredKeys.afterPrefix(prefix));
  }

  /**
   * Returns one segment of a table or index. Segments are ranges of the hash of equal width, so an
   * item's segment never changes.
   */
  public static KeyRange segment(int id, int segment, int total) {
    var from = StoredKeys.ofHash(id, firstHash(segment, total));
    var last = segment == total - 1;
    return new KeyRange(
        from,
        last
            ? StoredKeys.afterPrefix(StoredKeys.ofId(id))
            : StoredKeys.ofHash(id, firstHash(segment + 1, total)));
  }

  private static long firstHash(int segment, int total) {
    return HASHES
        .multiply(BigInteger.valueOf(segment))
        .divide(BigInteger.valueOf(total))
        .longValue();
  }

  /** Returns what remains after a position, in reading order. */
  public KeyRange after(byte[] position, boolean reverse) {
    if (reverse) return compare(position, to) < 0 ? new KeyRange(from, position) : this;
    return compare(position, from) < 0 ? this : new KeyRange(StoredKeys.successor(position), to);
  }

  public boolean contains(byte[] position) {
    return compare(position, from) >= 0 && compare(position, to) < 0;
  }

  boolean isEmpty() {
    return compare(from, to) >= 0;
  }

  private static int compare(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other);
  }
}
