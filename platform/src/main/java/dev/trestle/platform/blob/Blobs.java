package dev.trestle.platform.blob;

import java.util.Optional;

/**
 * Keeps bytes under a name. A blob is read whole or not at all, also while it is being replaced,
 * and once {@link #put} has returned it survives a crash. May be used by any number of threads.
 */
public interface Blobs {
  /** The largest blob. */
  int BYTES_MAX = 25 << 20;

  /**
   * Stores the bytes, replacing earlier ones.
   *
   * @throws IllegalArgumentException if there are more than {@link #BYTES_MAX}
   */
  void put(BlobKey key, byte[] bytes);

  Optional<byte[]> get(BlobKey key);

  /** Removes a blob; does nothing where there is none. */
  void delete(BlobKey key);

  /** Rejects bytes that are too long, with the same message in every implementation. */
  static void checkSize(byte[] bytes) {
    if (bytes.length > BYTES_MAX) throw new IllegalArgumentException("the blob is too large");
  }
}
