package dev.trestle.engine.storage;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksMemEnv;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;

/** Owns all native objects of an open RocksDB and closes them in the right order. */
final class RocksDatabase implements AutoCloseable {
  private static final long WRITE_BUFFER_BYTES = 16L << 20;

  /** Opening after a crash replays the write-ahead log, so its size decides how long that takes. */
  private static final long WAL_BYTES_MAX = 64L << 20;

  /** What the log contains is written to table files when it is opened. */
  private static final long OPENING_MEGABYTES_MAX = (WAL_BYTES_MAX >> 20) + 16;

  private static final int BLOOM_BITS_PER_KEY = 10;
  private static final int CACHE_SHARD_BITS = 4;
  private static final long RESTORED_CACHE_BYTES = 1L << 20;
  private static final String MEMORY_PATH = "/trestle";
  private static final String CURRENT_FILE = "CURRENT";
  private static final String LOG_FILES = "*.log";
  private static final String DATA_FILES = "*.{log,sst,blob}";

  /** The content of CURRENT until a database has been opened for the first time. */
  private static final String FIRST_MANIFEST = "MANIFEST-000001";

  static {
    RocksDB.loadLibrary();
  }

  private final List<AutoCloseable> owned = new ArrayList<>();
  private final EnumMap<ColumnFamily, ColumnFamilyHandle> handles =
      new EnumMap<>(ColumnFamily.class);
  private final ReadOptions reads = own(new ReadOptions());
  private final Mutation.FamilyIds ids;
  private final RocksDB db;

  private RocksDatabase(Optional<Path> path, long cacheBytes, FaultPoints faults)
      throws RocksDBException {
    var descriptors = new ArrayList<ColumnFamilyDescriptor>();
    var cache = own(new LRUCache(cacheBytes, CACHE_SHARD_BITS));
    for (var family : ColumnFamily.values()) {
      descriptors.add(
          new ColumnFamilyDescriptor(family.columnFamily(), familyOptions(family, cache)));
    }
    var opened = new ArrayList<ColumnFamilyHandle>();
    var where = path.map(Path::toString).orElse(MEMORY_PATH);
    db = RocksDB.open(databaseOptions(path.isEmpty(), faults), where, descriptors, opened);
    for (var family : ColumnFamily.values()) handles.put(family, opened.remove(0));
    ids =
        new Mutation.FamilyIds(
            handle(ColumnFamily.META).getID(),
            handle(ColumnFamily.ITEMS).getID(),
            handle(ColumnFamily.INDEX).getID(),
            handle(ColumnFamily.LOG).getID());
  }

  static RocksDatabase open(Optional<Path> path, long cacheBytes, FaultPoints faults) {
    try {
      if (path.isPresent()) {
        DataFolder.createSynced(path.get());
        requireWhole(path.get());
      }
    } catch (IOException e) {
      throw new StorageException("cannot use " + path.orElseThrow() + ": " + e, e);
    }
    return openAsIs(path, cacheBytes, faults);
  }

  /** Opens a restored database for the first time. It may have no write-ahead log. */
  static RocksDatabase openRestored(Path path) {
    return openAsIs(Optional.of(path), RESTORED_CACHE_BYTES, FaultPoints.NONE);
  }

  private static RocksDatabase openAsIs(Optional<Path> path, long cacheBytes, FaultPoints faults) {
    try {
      return new RocksDatabase(path, cacheBytes, faults);
    } catch (RocksDBException e) {
      throw new StorageException(
          "the data"
              + path.map(folder -> " in " + folder).orElse("")
              + " cannot be opened: "
              + e.getMessage()
              + ". Nothing was changed; "
              + (isFull(e)
                  ? "free some space: opening needs up to %d MB.".formatted(OPENING_MEGABYTES_MAX)
                  : "if files are damaged, restore a copy of the folder. The file LOG there names"
                      + " damaged write-ahead logs."),
          e);
    }
  }

  private static boolean isFull(RocksDBException e) {
    var status = e.getStatus();
    return status != null && status.getSubCode() == Status.SubCode.NoSpace;
  }

  /**
   * Rejects a database that lost a file. RocksDB would take it for a new database and create one
   * among the data, or continue without the writes that only the log had.
   */
  private static void requireWhole(Path folder) throws IOException {
    var current = folder.resolve(CURRENT_FILE);
    if (!Files.exists(current)) {
      if (has(folder, DATA_FILES)) throw damaged(folder, CURRENT_FILE + " is missing");
      return;
    }
    boolean made = !Files.readString(current).strip().equals(FIRST_MANIFEST);
    if (made && !has(folder, LOG_FILES)) throw damaged(folder, "the write-ahead log is missing");
  }

  private static boolean has(Path folder, String pattern) throws IOException {
    try (var files = Files.newDirectoryStream(folder, pattern)) {
      return files.iterator().hasNext();
    }
  }

  private static StorageException damaged(Path folder, String how) {
    return new StorageException(
        "the data in "
            + folder
            + " cannot be opened: "
            + how
            + ". Nothing was changed; restore a copy of the folder.");
  }

  private DBOptions databaseOptions(boolean inMemory, FaultPoints faults) {
    var more = new Properties();
    // A write-ahead log that has gone missing is an error, not an empty log.
    if (!inMemory) more.setProperty("track_and_verify_wals_in_manifest", "true");
    more.setProperty("max_background_jobs", "2");
    var options = own(nonNull(DBOptions.getDBOptionsFromProps(more)));
    if (inMemory) options.setEnv(own(new RocksMemEnv(Env.getDefault())));
    if (faults.watchesSyncs()) options.setListeners(List.of(own(new SyncListener(faults))));
    return options
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(2)
        .setMaxTotalWalSize(WAL_BYTES_MAX)
        .setAvoidFlushDuringShutdown(inMemory)
        // The default mode silently drops everything after a damaged record. A crash leaves only a
        // torn last record.
        .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords);
  }

  /**
   * Keeps filters and indexes in the cache, so that memory is bounded. They are partitioned,
   * because the filter of a large file is larger than a shard of the cache and would be read from
   * the file for each get.
   */
  private BlockBasedTableConfig tableConfig(ColumnFamily family, LRUCache cache) {
    return new BlockBasedTableConfig()
        .setBlockCache(cache)
        .setWholeKeyFiltering(family.isReadByKey())
        .setFilterPolicy(own(new BloomFilter(BLOOM_BITS_PER_KEY)))
        .setIndexType(IndexType.kTwoLevelIndexSearch)
        .setPartitionFilters(true)
        .setCacheIndexAndFilterBlocks(true)
        .setPinTopLevelIndexAndFilter(true)
        .setPinL0FilterAndIndexBlocksInCache(true);
  }

  private ColumnFamilyOptions familyOptions(ColumnFamily family, LRUCache cache) {
    var more = new Properties();
    // Range reads over keys that were overwritten many times in memory are slow, so flush early.
    more.setProperty("memtable_op_scan_flush_trigger", "32");
    more.setProperty("memtable_avg_op_scan_flush_trigger", "4");
    var options = own(nonNull(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(more)));
    // A file whose filter does not have a partition is not read by a query of that partition.
    if (family.prefixBytes() > 0) options.useFixedLengthPrefixExtractor(family.prefixBytes());
    return options
        .setTableFormatConfig(tableConfig(family, cache))
        .setWriteBufferSize(WRITE_BUFFER_BYTES)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setLevelCompactionDynamicLevelBytes(true)
        .setMemtableWholeKeyFiltering(family.isReadByKey())
        .setMemtablePrefixBloomSizeRatio(0.02);
  }

  RocksDB db() {
    return db;
  }

  ColumnFamilyHandle handle(ColumnFamily family) {
    return nonNull(handles.get(family));
  }

  ReadOptions reads() {
    return reads;
  }

  Mutation.FamilyIds ids() {
    return ids;
  }

  @Override
  public void close() {
    handles.values().forEach(ColumnFamilyHandle::close);
    try {
      db.closeE();
    } catch (RocksDBException e) {
      throw new StorageException(
          "closing failed (" + e.getMessage() + "). Acknowledged writes are safe.", e);
    } finally {
      closeOwned();
    }
  }

  private void closeOwned() {
    for (var object : owned.reversed()) {
      try {
        object.close();
      } catch (Exception e) {
        throw new StorageException("closing failed: " + e.getMessage(), e);
      }
    }
  }

  private <T extends AutoCloseable> T own(T object) {
    owned.add(object);
    return object;
  }

  private static <T> T nonNull(@Nullable T value) {
    if (value == null) throw new IllegalStateException("RocksDB rejected an option");
    return value;
  }
}
