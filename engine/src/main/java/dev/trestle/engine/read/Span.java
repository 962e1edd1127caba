package dev.trestle.engine.read;

import dev.trestle.engine.table.Keys;
import java.math.BigInteger;
import java.util.Arrays;

/** Stored keys from one (included) to another (excluded). */
public final class Span {
  private static final BigInteger HASHES = BigInteger.ONE.shiftLeft(Long.SIZE);

  private final byte[] from;
  private final byte[] to;

  Span(byte[] from, byte[] to) {
    this.from = from;
    this.to = to;
  }

  public byte[] from() {
    return from;
  }

  byte[] to() {
    return to;
  }

  /** Everything that a table or index has. */
  public static Span all(int id) {
    return beginningWith(Keys.ofId(id));
  }

  static Span beginningWith(byte[] prefix) {
    return new Span(prefix, Keys.behind(prefix));
  }

  /**
   * One of several segments of a table or index. They are ranges of the hash of equal width, so
   * that an item's segment never changes, whatever else is written.
   */
  public static Span segment(int id, int segment, int total) {
    var from = Keys.ofHash(id, firstHash(segment, total));
    var last = segment == total - 1;
    return new Span(
        from, last ? Keys.behind(Keys.ofId(id)) : Keys.ofHash(id, firstHash(segment + 1, total)));
  }

  private static long firstHash(int segment, int total) {
    return HASHES
        .multiply(BigInteger.valueOf(segment))
        .divide(BigInteger.valueOf(total))
        .longValue();
  }

  /** What is left of this after a position, in the order of reading. */
  public Span after(byte[] position, boolean reverse) {
    if (reverse) return compare(position, to) < 0 ? new Span(from, position) : this;
    return compare(position, from) < 0 ? this : new Span(Keys.next(position), to);
  }

  public boolean has(byte[] position) {
    return compare(position, from) >= 0 && compare(position, to) < 0;
  }

  boolean isEmpty() {
    return compare(from, to) >= 0;
  }

  private static int compare(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other);
  }
}
