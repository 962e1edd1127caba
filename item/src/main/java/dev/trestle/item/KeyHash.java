package dev.trestle.item;

/**
 * Spreads partition keys evenly over 64 bits. The hash is part of every stored key, so it must
 * never change. It does not have to resist chosen collisions, because the partition key itself
 * follows the hash.
 */
public final class KeyHash {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private KeyHash() {}

  public static long of(byte[] bytes, int from, int to) {
    long hash = (to - from) * MULTIPLIER;
    int at = from;
    for (; at + 8 <= to; at += 8) {
      long word = 0;
      for (int i = 0; i < 8; i++) word = word << 8 | (bytes[at + i] & 0xFF);
      hash = mix(hash ^ word);
    }
    long rest = 0;
    for (; at < to; at++) rest = rest << 8 | (bytes[at] & 0xFF);
    return mix(mix(hash ^ rest) + MULTIPLIER);
  }

  private static long mix(long value) {
    long high = Math.unsignedMultiplyHigh(value ^ 0xD6E8FEB86659FD93L, MULTIPLIER);
    long low = (value ^ 0xD6E8FEB86659FD93L) * MULTIPLIER;
    long folded = high ^ low;
    return folded ^ folded >>> 29;
  }
}
