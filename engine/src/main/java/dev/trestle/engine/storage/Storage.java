package dev.trestle.engine.storage;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Bytes on disk: reads, ranges, snapshots, and mutations that are committed whole. Whoever uses it
 * is inside ({@link #enter} and {@link #leave}), so that {@link #close} can wait for all.
 */
public final class Storage implements AutoCloseable {
  private final Optional<DataFolder> folder;
  private final Database database;
  private final WriteOptions writeOptions;
  private final Committer committer;
  private final Gate gate = new Gate();
  private final MemtableRelief relief = new MemtableRelief();
  private final Durability durability;

  private Storage(Optional<DataFolder> folder, Database database, StorageOptions options) {
    this.folder = folder;
    this.database = database;
    this.durability = options.durability();
    this.writeOptions = new WriteOptions().setSync(options.durability() == Durability.SYNC);
    this.committer =
        new Committer(
            this::write,
            options.durability(),
            options.clock(),
            options.faults(),
            database.db().getLatestSequenceNumber(),
            0);
  }

  /** Opens or creates the data, or says why it cannot. */
  public static Storage open(StorageOptions options) {
    var folder = options.folder().map(DataFolder::claim);
    try {
      var database =
          Database.open(folder.map(DataFolder::database), options.cacheBytes(), options.faults());
      return new Storage(folder, database, options);
    } catch (RuntimeException | Error e) {
      folder.ifPresent(DataFolder::close);
      throw e;
    }
  }

  /** Begins a use of the storage; each is followed by one {@link #leave}. */
  public void enter() {
    gate.enter();
  }

  public void leave() {
    gate.leave();
  }

  public byte @Nullable [] get(Family family, byte[] key) {
    try {
      return database.db().get(database.handle(family), database.reads(), key);
    } catch (RocksDBException e) {
      throw readFailed(e);
    }
  }

  public byte @Nullable [] get(Family family, byte[] key, Snapshot snapshot) {
    try {
      return database.db().get(database.handle(family), snapshot.options(), key);
    } catch (RocksDBException e) {
      throw readFailed(e);
    }
  }

  /** The values of the keys, in their order. */
  public List<Optional<byte[]>> get(Family family, List<byte[]> keys, Snapshot snapshot) {
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

  /** The entries from one key (included) to another (excluded), backwards if reverse. */
  public Range range(Family family, byte[] from, byte[] to, boolean reverse) {
    return range(family, from, to, reverse, Optional.empty());
  }

  public Range range(
      Family family, byte[] from, byte[] to, boolean reverse, Optional<Snapshot> snapshot) {
    return new Range(database.db(), database.handle(family), from, to, reverse, snapshot, relief);
  }

  public Mutation mutation() {
    return new Mutation(database.ids());
  }

  /**
   * Queues a mutation, fixing its place in the order of commits.
   *
   * @param whenOver run by the committing thread once the mutation is on disk or has failed, before
   *     anybody who waits for it goes on
   */
  public Commit submit(Mutation mutation, Runnable whenOver) {
    return committer.submit(mutation, whenOver);
  }

  /** Waits until the mutation is as durable as this storage promises; throws if it failed. */
  public void await(Commit commit) {
    committer.await(commit);
  }

  /** Submits and waits. */
  public void commit(Mutation mutation) {
    await(submit(mutation, () -> {}));
  }

  /** Every log record up to this number is readable. */
  public long committedNumber() {
    return committer.committedNumber();
  }

  /** The number of the newest log record, or a later one: where {@link #awaitLog} waits from. */
  public long logPosition() {
    return committer.signal().position();
  }

  /**
   * Waits until the log has grown beyond a position, but no longer than the timeout or until this
   * is closed. Nothing native is used, so one may wait without having entered.
   *
   * @return the position of then
   */
  public long awaitLog(long seen, Duration timeout) throws InterruptedException {
    return committer.signal().await(seen, timeout);
  }

  /** About how many bytes the entries between two keys take, in memory and on disk. */
  public long approximateBytes(Family family, byte[] from, byte[] to) {
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

  /** Flushes items and index entries if ranges have become dear; for a thread that may wait. */
  public void relieveMemory() {
    if (!relief.isDue()) return;
    flush(Family.ITEMS);
    flush(Family.INDEX);
  }

  private void flush(Family family) {
    try (var options = new FlushOptions().setWaitForFlush(true)) {
      database.db().flush(options, database.handle(family));
    } catch (RocksDBException e) {
      throw new StorageException("flushing failed: " + e.getMessage(), e);
    }
  }

  /** A number about the database's state, under the name RocksDB gives it. */
  public long property(Family family, String name) {
    try {
      return database.db().getLongProperty(database.handle(family), name);
    } catch (RocksDBException e) {
      throw readFailed(e);
    }
  }

  /** A text about the database's state, under the name RocksDB gives it. */
  String text(Family family, String name) {
    try {
      return database.db().getProperty(database.handle(family), name);
    } catch (RocksDBException e) {
      throw readFailed(e);
    }
  }

  /** How the storage is doing. */
  public StorageStatistics statistics() {
    var survey = new Survey(this);
    return new StorageStatistics(
        databaseFolder(),
        durability,
        survey.families(),
        survey.memory(),
        survey.background(),
        new StorageStatistics.Writes(
            committer.pending(),
            committer.committedNumber(),
            property(Family.ITEMS, "rocksdb.is-write-stopped") != 0,
            property(Family.ITEMS, "rocksdb.actual-delayed-write-rate")),
        databaseFolder().map(Survey::disk));
  }

  private void write(byte[] bytes, int records) {
    relief.wrote(records);
    try (var batch = new WriteBatch(bytes)) {
      database.db().write(writeOptions, batch);
    } catch (RocksDBException e) {
      throw new StorageException(
          "the disk did not take a write ("
              + e.getMessage()
              + "). What was acknowledged before is safe; make room or mend the disk, then open the"
              + " folder again.",
          e);
    }
  }

  private static StorageException readFailed(RocksDBException e) {
    return new StorageException("the disk did not give data: " + e.getMessage(), e);
  }

  /** Waits for requests under way, commits what is queued and lets go of the folder. */
  @Override
  public void close() {
    if (!gate.close()) return;
    committer.close();
    writeOptions.close();
    database.close();
    folder.ifPresent(DataFolder::close);
  }

  /** The folder that holds the database, unless it is in memory. */
  public Optional<Path> databaseFolder() {
    return folder.map(DataFolder::database);
  }
}
