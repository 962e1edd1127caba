package dev.trestle.platform.blob;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Blobs that end with the process: for servers that keep everything in memory, and for tests. */
public final class MemoryBlobs implements Blobs {
  private final Map<BlobKey, byte[]> blobs = new ConcurrentHashMap<>();

  @Override
  public void put(BlobKey key, byte[] bytes) {
    Blobs.checkSize(bytes);
    blobs.put(key, bytes.clone());
  }

  @Override
  public Optional<byte[]> get(BlobKey key) {
    return Optional.ofNullable(blobs.get(key)).map(byte[]::clone);
  }

  @Override
  public void delete(BlobKey key) {
    blobs.remove(key);
  }
}
