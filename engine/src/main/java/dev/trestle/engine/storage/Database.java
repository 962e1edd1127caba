package dev.trestle.engine.storage;

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
import org.rocksdb.WALRecoveryMode;

/** Owns every native object of an open RocksDB and closes them in the order they need. */
final class Database implements AutoCloseable {
  private static final long WRITE_BUFFER_BYTES = 16L << 20;
  private static final long WAL_BYTES_MAX = 256L << 20;
  private static final int BLOOM_BITS_PER_KEY = 10;
  private static final int CACHE_SHARD_BITS = 4;
  private static final String MEMORY_PATH = "/trestle";
  private static final String CURRENT_FILE = "CURRENT";
  private static final String LOG_FILES = "*.log";
  private static final String DATA_FILES = "*.{log,sst,blob}";

  /** What CURRENT names until a database has been opened for the first time. */
  private static final String FIRST_MANIFEST = "MANIFEST-000001";

  static {
    RocksDB.loadLibrary();
  }

  private final List<AutoCloseable> owned = new ArrayList<>();
  private final EnumMap<Family, ColumnFamilyHandle> handles = new EnumMap<>(Family.class);
  private final ReadOptions reads = own(new ReadOptions());
  private final Mutation.FamilyIds ids;
  private final RocksDB db;

  private Database(Optional<Path> path, long cacheBytes, FaultPoints faults)
      throws RocksDBException {
    var descriptors = new ArrayList<ColumnFamilyDescriptor>();
    var table = tableConfig(cacheBytes);
    for (var family : Family.values()) {
      descriptors.add(new ColumnFamilyDescriptor(family.columnFamily(), familyOptions(table)));
    }
    var opened = new ArrayList<ColumnFamilyHandle>();
    var where = path.map(Path::toString).orElse(MEMORY_PATH);
    db = RocksDB.open(databaseOptions(path.isEmpty(), faults), where, descriptors, opened);
    for (var family : Family.values()) handles.put(family, opened.remove(0));
    ids =
        new Mutation.FamilyIds(
            handle(Family.META).getID(),
            handle(Family.ITEMS).getID(),
            handle(Family.INDEX).getID(),
            handle(Family.LOG).getID());
  }

  static Database open(Optional<Path> path, long cacheBytes, FaultPoints faults) {
    try {
      if (path.isPresent()) {
        Files.createDirectories(path.get());
        requireWhole(path.get());
      }
      return new Database(path, cacheBytes, faults);
    } catch (RocksDBException e) {
      throw new StorageException(
          "the data"
              + path.map(folder -> " in " + folder).orElse("")
              + " cannot be opened: "
              + e.getMessage()
              + ". Nothing was changed; if files are damaged, restore a copy of the folder.",
          e);
    } catch (IOException e) {
      throw new StorageException("cannot create " + path.orElseThrow(), e);
    }
  }

  /**
   * Refuses a database that lost a file whose absence RocksDB takes for a database yet to be made:
   * it would begin a new one among the data, or go on without what only the log had.
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
        // The default mode silently drops what follows a damaged spot in the log; only a torn last
        // record is what a crash leaves behind.
        .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords);
  }

  /**
   * Filters and indexes are in the cache, so that memory has a bound, and in parts: the filter of a
   * large file is larger than what a shard of the cache takes, and would be read from the file for
   * each get.
   */
  private BlockBasedTableConfig tableConfig(long cacheBytes) {
    return new BlockBasedTableConfig()
        .setBlockCache(own(new LRUCache(cacheBytes, CACHE_SHARD_BITS)))
        .setFilterPolicy(own(new BloomFilter(BLOOM_BITS_PER_KEY)))
        .setIndexType(IndexType.kTwoLevelIndexSearch)
        .setPartitionFilters(true)
        .setCacheIndexAndFilterBlocks(true)
        .setPinTopLevelIndexAndFilter(true)
        .setPinL0FilterAndIndexBlocksInCache(true);
  }

  private ColumnFamilyOptions familyOptions(BlockBasedTableConfig table) {
    var more = new Properties();
    // Range reads over keys that were overwritten many times in memory are dear: flush early then.
    more.setProperty("memtable_op_scan_flush_trigger", "32");
    more.setProperty("memtable_avg_op_scan_flush_trigger", "4");
    return own(nonNull(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(more)))
        .setTableFormatConfig(table)
        .setWriteBufferSize(WRITE_BUFFER_BYTES)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setLevelCompactionDynamicLevelBytes(true)
        .setMemtableWholeKeyFiltering(true)
        .setMemtablePrefixBloomSizeRatio(0.02);
  }

  RocksDB db() {
    return db;
  }

  ColumnFamilyHandle handle(Family family) {
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
    try {
      handles.values().forEach(ColumnFamilyHandle::close);
      db.closeE();
      for (var object : owned.reversed()) object.close();
    } catch (Exception e) {
      throw new StorageException("closing failed: " + e.getMessage(), e);
    }
  }

  private <T extends AutoCloseable> T own(T object) {
    owned.add(object);
    return object;
  }

  private static <T> T nonNull(@Nullable T value) {
    if (value == null) throw new IllegalStateException("RocksDB does not know an option");
    return value;
  }
}
