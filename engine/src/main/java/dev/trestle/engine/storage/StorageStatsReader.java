package dev.trestle.engine.storage;

import dev.trestle.engine.StorageException;
import dev.trestle.engine.StorageStats.Background;
import dev.trestle.engine.StorageStats.Disk;
import dev.trestle.engine.StorageStats.FamilyStats;
import dev.trestle.engine.StorageStats.Memory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Collects statistics from RocksDB and the file system. */
final class StorageStatsReader {
  private static final int LEVELS = 7;
  private static final List<ColumnFamily> FAMILIES = List.of(ColumnFamily.values());

  private final Storage storage;

  StorageStatsReader(Storage storage) {
    this.storage = storage;
  }

  List<FamilyStats> families() {
    return FAMILIES.stream().map(this::family).toList();
  }

  private FamilyStats family(ColumnFamily family) {
    int files = 0;
    for (int level = 0; level < LEVELS; level++) {
      files += Integer.parseInt(storage.text(family, "rocksdb.num-files-at-level" + level).strip());
    }
    return new FamilyStats(
        family.label(),
        storage.property(family, "rocksdb.estimate-num-keys"),
        storage.property(family, "rocksdb.total-sst-files-size"),
        storage.property(family, "rocksdb.cur-size-all-mem-tables"),
        files);
  }

  /** The column families share one cache, so any of them can be asked. */
  Memory memory() {
    return new Memory(
        storage.property(ColumnFamily.ITEMS, "rocksdb.block-cache-usage"),
        storage.property(ColumnFamily.ITEMS, "rocksdb.block-cache-capacity"),
        sum("rocksdb.cur-size-all-mem-tables"));
  }

  /** RocksDB counts running flushes and compactions for the whole database. */
  Background background() {
    return new Background(
        (int) storage.property(ColumnFamily.ITEMS, "rocksdb.num-running-flushes"),
        (int) storage.property(ColumnFamily.ITEMS, "rocksdb.num-running-compactions"),
        sum("rocksdb.estimate-pending-compaction-bytes"));
  }

  private long sum(String property) {
    return FAMILIES.stream().mapToLong(family -> storage.property(family, property)).sum();
  }

  static Disk disk(Path folder) {
    try {
      var store = Files.getFileStore(folder);
      return new Disk(logBytes(folder), store.getUsableSpace(), store.getTotalSpace());
    } catch (IOException e) {
      throw new StorageException("cannot read the free space of the disk", e);
    }
  }

  /** Returns the size of the write-ahead log. A file that is deleted meanwhile counts as 0. */
  private static long logBytes(Path folder) {
    var files = folder.toFile().listFiles((ignored, name) -> name.endsWith(".log"));
    return files == null ? 0 : Arrays.stream(files).mapToLong(File::length).sum();
  }
}
