package dev.trestle.model;

/** Read and write units per second. */
public record Throughput(long read, long write) {
  public Throughput {
    if (read < 1 || write < 1) {
      throw new IllegalArgumentException("%d read and %d write units".formatted(read, write));
    }
  }
}
