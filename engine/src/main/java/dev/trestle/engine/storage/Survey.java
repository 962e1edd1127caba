package dev.trestle.engine.storage;

import dev.trestle.engine.storage.StorageStatistics.Background;
import dev.trestle.engine.storage.StorageStatistics.Disk;
import dev.trestle.engine.storage.StorageStatistics.Memory;
import dev.trestle.engine.storage.StorageStatistics.OfFamily;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Asks RocksDB and the file system how they are doing. */
final class Survey {
  private static final int LEVELS = 7;
  private static final List<Family> FAMILIES = List.of(Family.values());

  private final Storage storage;

  Survey(Storage storage) {
    this.storage = storage;
  }

  List<OfFamily> families() {
    return FAMILIES.stream().map(this::family).toList();
  }

  private OfFamily family(Family family) {
    int files = 0;
    for (int level = 0; level < LEVELS; level++) {
      files += Integer.parseInt(storage.text(family, "rocksdb.num-files-at-level" + level).strip());
    }
    return new OfFamily(
        family.label(),
        storage.property(family, "rocksdb.estimate-num-keys"),
        storage.property(family, "rocksdb.total-sst-files-size"),
        storage.property(family, "rocksdb.cur-size-all-mem-tables"),
        files);
  }

  /** The families share one cache, so any of them can be asked. */
  Memory memory() {
    return new Memory(
        storage.property(Family.ITEMS, "rocksdb.block-cache-usage"),
        storage.property(Family.ITEMS, "rocksdb.block-cache-capacity"),
        sum("rocksdb.cur-size-all-mem-tables"));
  }

  /** Running flushes and compactions are counted for the whole database. */
  Background background() {
    return new Background(
        (int) storage.property(Family.ITEMS, "rocksdb.num-running-flushes"),
        (int) storage.property(Family.ITEMS, "rocksdb.num-running-compactions"),
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
      throw new StorageException("the disk does not say how full it is", e);
    }
  }

  /** A log may be removed between being listed and being looked at: then it takes nothing. */
  private static long logBytes(Path folder) {
    var files = folder.toFile().listFiles((_, name) -> name.endsWith(".log"));
    return files == null ? 0 : Arrays.stream(files).mapToLong(File::length).sum();
  }
}
