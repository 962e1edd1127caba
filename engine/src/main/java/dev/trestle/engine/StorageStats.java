package dev.trestle.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot of the storage's counters and sizes. Most are RocksDB's estimates.
 *
 * @param folder where the data is stored; empty if in memory
 * @param families the sizes of each column family
 * @param memory memory in use
 * @param background flushes and compactions
 * @param writes the state of the write queue
 * @param disk the disk of the folder; empty if in memory
 */
public record StorageStats(
    Optional<Path> folder,
    Durability durability,
    List<FamilyStats> families,
    Memory memory,
    Background background,
    Writes writes,
    Optional<Disk> disk) {
  public StorageStats {
    families = List.copyOf(families);
  }

  /** The entries of one column family, in files and in memory. */
  public record FamilyStats(
      String name, long entries, long fileBytes, long memoryBytes, int files) {}

  /** The block cache, and entries in memory that are not yet in files. */
  public record Memory(long cacheBytes, long cacheBytesMax, long memtableBytes) {}

  /** Running flushes and compactions. */
  public record Background(int flushes, int compactions, long compactionBytesPending) {}

  /**
   * The write queue.
   *
   * @param pending requests that are queued for commit
   * @param committedNumber the number of the last record on disk
   * @param stopped whether RocksDB accepts no writes until it has compacted
   * @param delayedBytesPerSecond the rate to which RocksDB throttles writers; 0 if it does not
   */
  public record Writes(
      int pending, long committedNumber, boolean stopped, long delayedBytesPerSecond) {}

  /** The disk that holds the folder, and the size of the write-ahead log. */
  public record Disk(long logBytes, long freeBytes, long totalBytes) {}
}
