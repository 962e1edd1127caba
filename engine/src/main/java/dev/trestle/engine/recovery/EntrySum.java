package dev.trestle.engine.recovery;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The number of entries and the sum of their digests, which does not depend on their order. Two
 * sequential reads in different orders can be compared by it, without a random read per entry.
 */
final class EntrySum {
  private static final int LONGS = 4;

  private final MessageDigest digest;
  private final ByteBuffer last = ByteBuffer.allocate(LONGS * Long.BYTES);
  private final ByteBuffer keyBytes = ByteBuffer.allocate(Integer.BYTES);
  private final long[] sum = new long[LONGS];
  private long count;

  EntrySum() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  void add(byte[] key, byte[] value) {
    digest.update(keyBytes.putInt(0, key.length).array());
    digest.update(key);
    digest.update(value);
    try {
      digest.digest(last.array(), 0, last.capacity());
    } catch (DigestException e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < LONGS; i++) sum[i] += last.getLong(i * Long.BYTES);
    count++;
  }

  long count() {
    return count;
  }

  boolean isSameAs(EntrySum other) {
    return count == other.count && Arrays.equals(sum, other.sum);
  }
}
