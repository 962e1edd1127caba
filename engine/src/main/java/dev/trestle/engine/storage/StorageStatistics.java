package dev.trestle.engine.storage;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How storage is doing, for people to look at. Counts and sizes are RocksDB's estimates.
 *
 * @param folder where the data lies; none: in memory
 * @param families what each kind of entry takes
 * @param memory what is held in memory
 * @param background what is done, and yet to be done, without anybody waiting for it
 * @param writes what stands between a request and the disk
 * @param disk of the folder; none in memory
 */
public record StorageStatistics(
    Optional<Path> folder,
    Durability durability,
    List<OfFamily> families,
    Memory memory,
    Background background,
    Writes writes,
    Optional<Disk> disk) {
  public StorageStatistics {
    families = List.copyOf(families);
  }

  /** One family's entries, in files and in memory. */
  public record OfFamily(String name, long entries, long fileBytes, long memoryBytes, int files) {}

  /** Blocks that were read, and entries that are yet to be written to files. */
  public record Memory(long cacheBytes, long cacheBytesMax, long memtableBytes) {}

  /** Flushes and compactions. */
  public record Background(int flushes, int compactions, long compactionBytesPending) {}

  /**
   * Writes on their way.
   *
   * @param pending requests that are queued for commit
   * @param committedNumber the number of the last record on disk
   * @param stopped RocksDB takes no writes until it has compacted
   * @param delayedBytesPerSecond what it lets through when it slows writers down; 0: it does not
   */
  public record Writes(
      int pending, long committedNumber, boolean stopped, long delayedBytesPerSecond) {}

  /** The disk that the folder is on, and what of it the write-ahead log takes. */
  public record Disk(long logBytes, long freeBytes, long totalBytes) {}
}
