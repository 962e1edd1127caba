package dev.trestle.engine.storage;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.StorageException;
import dev.trestle.engine.StorageStats;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BackupEngine;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Key-value storage on disk or in memory: reads, range reads, snapshots, and atomic mutations.
 * Every use is between {@link #enter} and {@link #leave}, so that {@link #close} can wait for all
 * users.
 */
public final class Storage implements AutoCloseable {
  private final Optional<DataFolder> folder;
  private final RocksDatabase database;
  private final WriteOptions writeOptions;
  private final Committer committer;
  private final CloseGuard guard = new CloseGuard();
  private final FlushTrigger flushTrigger = new FlushTrigger();
  private final Durability durability;
  private final FaultPoints faults;
  private volatile @Nullable StorageException readFailure;

  private Storage(Optional<DataFolder> folder, RocksDatabase database, StorageOptions options) {
    this.folder = folder;
    this.database = database;
    this.durability = options.durability();
    this.faults = options.faults();
    this.writeOptions = writeOptions(folder.isEmpty(), options.durability());
    this.committer =
        new Committer(
            this::write,
            options.durability(),
            options.clock(),
            options.faults(),
            database.db().getLatestSequenceNumber());
  }

  /** In memory there is nothing that a write-ahead log could save after a crash. */
  private static WriteOptions writeOptions(boolean inMemory, Durability durability) {
    return inMemory
        ? new WriteOptions().setDisableWAL(true)
        : new WriteOptions().setSync(durability == Durability.SYNC);
  }

  /**
   * Opens the data, or creates it.
   *
   * @throws StorageException with a message that says why it cannot be opened
   */
  public static Storage open(StorageOptions options) {
    var folder = options.folder().map(DataFolder::claim);
    try {
      var database =
          RocksDatabase.open(
              folder.map(DataFolder::database), options.cacheBytes(), options.faults());
      return new Storage(folder, database, options);
    } catch (RuntimeException | Error e) {
      folder.ifPresent(DataFolder::close);
      throw e;
    }
  }

  /** Starts a use of the storage. Each call is followed by one {@link #leave}. */
  public void enter() {
    guard.enter();
  }

  public void leave() {
    guard.leave();
  }

  public byte @Nullable [] get(ColumnFamily family, byte[] key) {
    try {
      return database.db().get(database.handle(family), database.reads(), key);
    } catch (RocksDBException e) {
      throw readFailed(e);
    }
  }

  public byte @Nullable [] get(ColumnFamily family, byte[] key, Snapshot snapshot) {
    try {
      return database.db().get(database.handle(family), snapshot.options(), key);
    } catch (RocksDBException e) {
      throw readFailed(e);
    }
  }

  /** Returns the values of the keys, in the order of the keys. */
  public List<Optional<byte[]>> get(ColumnFamily family, List<byte[]> keys, Snapshot snapshot) {
    try {
      var handles = Collections.nCopies(keys.size(), database.handle(family));
      return database.db().multiGetAsList(snapshot.options(), handles, keys).stream()
          .map(Optional::ofNullable)
          .toList();
    } catch (RocksDBException e) {
      throw readFailed(e);
    }
  }

  public Snapshot snapshot() {
    return new Snapshot(database.db());
  }

  /** Returns the entries from one key (inclusive) to another (exclusive), optionally in reverse. */
  public RangeIterator range(ColumnFamily family, byte[] from, byte[] to, boolean reverse) {
    return range(family, from, to, reverse, Optional.empty());
  }

  public RangeIterator range(
      ColumnFamily family, byte[] from, byte[] to, boolean reverse, Optional<Snapshot> snapshot) {
    return new RangeIterator(
        database.db(),
        database.handle(family),
        family.prefixBytes(),
        from,
        to,
        reverse,
        snapshot,
        flushTrigger,
        this::readFailed);
  }

  public Mutation mutation() {
    return new Mutation(database.ids());
  }

  /**
   * Queues a mutation. This fixes its position in the order of commits.
   *
   * @param onDone run by the committing thread once the mutation is on disk or has failed, before
   *     threads that wait for it continue
   */
  public Commit submit(Mutation mutation, Runnable onDone) {
    return committer.submit(mutation, onDone);
  }

  /**
   * Waits until the mutation is durable.
   *
   * @throws StorageException if it failed
   */
  public void await(Commit commit) {
    committer.await(commit);
  }

  /** Submits a mutation and waits for it. */
  public void commit(Mutation mutation) {
    await(submit(mutation, () -> {}));
  }

  /** Returns why all mutations fail, or empty while they do not. */
  public Optional<StorageException> failure() {
    return committer.failure();
  }

  /** Returns how long the write under way has taken so far, or zero if there is none. */
  public Duration writeTime() {
    return committer.writeTime();
  }

  /**
   * Reports the first failure of a write that the disk did not cause, even if it has happened
   * already.
   */
  public void onFatalError(Consumer<Throwable> listener) {
    committer.onFatalError(listener);
  }

  /** Gives no log record an earlier time than this one, in milliseconds. */
  public void startTimesAt(long millis) {
    committer.startTimesAt(millis);
  }

  /**
   * Returns the present as the log sees it: the time of the last record, if the system's clock was
   * set back since.
   */
  public Instant logTime() {
    return Instant.ofEpochMilli(committer.logMillis());
  }

  /**
   * Waits for the write under way.
   *
   * @return the log's present time; every write with an earlier time can be read, and no later
   *     write gets an earlier one
   */
  public Instant settledLogTime() {
    return Instant.ofEpochMilli(committer.settle());
  }

  /** Returns the number up to which every log record is readable. */
  public long committedNumber() {
    return committer.committedNumber();
  }

  /**
   * Returns the number up to which the log records of a channel are readable. There may be none
   * with that number: several logs can share a channel.
   */
  public long logPosition(int channel) {
    return committer.notifier().position(channel);
  }

  /**
   * Waits until a channel's position is beyond this one, the timeout is over or the storage is
   * closed. Makes no native call, so it may be called without {@link #enter}.
   *
   * @return the position when the wait ended
   */
  public long awaitLog(int channel, long seen, Duration timeout) throws InterruptedException {
    return committer.notifier().await(channel, seen, timeout);
  }

  /**
   * Returns approximately how many bytes the entries between two keys take, in memory and on disk.
   */
  public long approximateBytes(ColumnFamily family, byte[] from, byte[] to) {
    try (var lower = new org.rocksdb.Slice(from);
        var upper = new org.rocksdb.Slice(to)) {
      return database.db()
          .getApproximateSizes(
              database.handle(family),
              List.of(new org.rocksdb.Range(lower, upper)),
              SizeApproximationFlag.INCLUDE_FILES,
              SizeApproximationFlag.INCLUDE_MEMTABLES)[0];
    }
  }

  /**
   * Flushes items and index entries if reverse reads have become slow. May take long. After a
   * failure it is still due.
   */
  public void flushIfDue() {
    if (!flushTrigger.isDue()) return;
    faults.reached(FaultPoints.FLUSH);
    flush(ColumnFamily.ITEMS);
    flush(ColumnFamily.INDEX);
    flushTrigger.flushed();
  }

  /** Writes what is in memory to a file. */
  void flush(ColumnFamily family) {
    try (var options = new FlushOptions().setWaitForFlush(true)) {
      database.db().flush(options, database.handle(family));
    } catch (RocksDBException e) {
      throw new StorageException("flushing failed: " + e.getMessage(), e);
    }
  }

  /**
   * Copies the database to a folder of backups. What is in memory is flushed first, so that a later
   * backup finds it in a file that it can share.
   */
  void backUp(BackupEngine backups) throws RocksDBException {
    backups.createNewBackup(database.db(), true);
  }

  /**
   * Reads all files and compares their checksums.
   *
   * @throws StorageException that names the first damaged file
   */
  public void verifyFiles() {
    try {
      database.db().verifyChecksum();
    } catch (RocksDBException e) {
      throw readFailed(e);
    }
  }

  /** Returns a number from RocksDB's properties. */
  public long property(ColumnFamily family, String name) {
    try {
      return database.db().getLongProperty(database.handle(family), name);
    } catch (RocksDBException e) {
      throw readFailed(e);
    }
  }

  /** Returns a text from RocksDB's properties. */
  String text(ColumnFamily family, String name) {
    try {
      return database.db().getProperty(database.handle(family), name);
    } catch (RocksDBException e) {
      throw readFailed(e);
    }
  }

  /** Returns a snapshot of the storage's counters and sizes. */
  public StorageStats stats() {
    var reader = new StorageStatsReader(this);
    return new StorageStats(
        databaseFolder(),
        durability,
        reader.families(),
        reader.memory(),
        reader.background(),
        new StorageStats.Writes(
            committer.pending(),
            committer.committedNumber(),
            property(ColumnFamily.ITEMS, "rocksdb.is-write-stopped") != 0,
            property(ColumnFamily.ITEMS, "rocksdb.actual-delayed-write-rate")),
        databaseFolder().map(StorageStatsReader::disk));
  }

  private void write(byte[] bytes, int records) {
    flushTrigger.countWritten(records);
    try (var batch = new WriteBatch(bytes)) {
      database.db().write(writeOptions, batch);
    } catch (RocksDBException e) {
      throw new StorageException(
          "writing to disk failed ("
              + e.getMessage()
              + "). Acknowledged writes are safe. Free some space or repair the disk, then open the"
              + " folder again.",
          e);
    }
  }

  private StorageException readFailed(RocksDBException e) {
    var failure =
        new StorageException(
            "reading from disk failed ("
                + e.getMessage()
                + "). Check the disk and verify the data; restore a backup if files are damaged.",
            e);
    readFailure = failure;
    return failure;
  }

  /** Returns the last failed read since the data was opened, or empty if none failed. */
  public Optional<StorageException> readFailure() {
    return Optional.ofNullable(readFailure);
  }

  /** Waits for running requests, commits what is queued and releases the folder. */
  @Override
  public void close() {
    if (!guard.close()) return;
    committer.close();
    writeOptions.close();
    try {
      database.close();
    } catch (StorageException e) {
      // After a failed write, closing fails too. The writers know already.
      if (failure().isEmpty()) throw e;
    } finally {
      folder.ifPresent(DataFolder::close);
    }
  }

  /** Returns the folder of the database, or empty if it is in memory. */
  public Optional<Path> databaseFolder() {
    return folder.map(DataFolder::database);
  }
}
