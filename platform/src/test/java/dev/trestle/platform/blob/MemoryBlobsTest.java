package dev.trestle.platform.blob;

class MemoryBlobsTest implements BlobsContract {
  @Override
  public Blobs blobs() {
    return new MemoryBlobs();
  }
}
