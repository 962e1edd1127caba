package dev.trestle.engine.write;

import dev.trestle.engine.StorageException;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.refusal.Refusal.InternalServerError;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.TransactionConflictException;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Commit;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.stream.ChangeLog;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.Reindexing;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.ttl.Expiry;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.Item;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes items. A request locks its items, reads their latest state (from the pending items if a
 * change is not yet on disk), decides, adds the result to the pending items and to the commit
 * queue, unlocks, and waits for the commit. One mutation contains everything that a request writes:
 * items, index entries, expiry entries and log records. So writes to one item are serial, writes to
 * different items run in parallel, and a crash leaves all of a request or nothing.
 *
 * <p>A refusal that depends on a state that is not yet on disk waits for that state's commit too.
 * Otherwise the client would learn of something that a crash may undo.
 */
public final class ItemWrites implements Reindexing {
  private final Storage storage;
  private final InstantSource clock;
  private final StripedLocks locksByKey = new StripedLocks();
  private final PendingItems pendingItems = new PendingItems();
  private final Optional<ConflictTracker> conflictTracker;
  private final Runnable beforeWrite;

  /**
   * Writes to the given storage.
   *
   * @param strictConflicts whether requests that meet a transaction on an item are refused, as they
   *     may be in DynamoDB, instead of waiting
   */
  public ItemWrites(Storage storage, InstantSource clock, boolean strictConflicts) {
    this(storage, clock, strictConflicts, () -> {});
  }

  /**
   * Writes to the given storage.
   *
   * @param beforeWrite runs before each mutation is queued
   */
  public ItemWrites(
      Storage storage, InstantSource clock, boolean strictConflicts, Runnable beforeWrite) {
    this.storage = storage;
    this.beforeWrite = beforeWrite;
    this.clock = clock;
    this.conflictTracker = strictConflicts ? Optional.of(new ConflictTracker()) : Optional.empty();
  }

  /** Executes one action and waits until it is durable. */
  public WriteOutcome write(ItemAction action) {
    return write(action, decided -> {});
  }

  /**
   * Executes one action and waits until it is durable.
   *
   * @param onDecided is told the outcome before the wait
   */
  public WriteOutcome write(ItemAction action, Consumer<WriteOutcome> onDecided) {
    if (conflictTracker.isEmpty()) return await(begin(action, false), onDecided);
    var registration = conflictTracker.get().register(action.key());
    try {
      return await(begin(action, false), onDecided);
    } finally {
      registration.close();
    }
  }

  private static WriteOutcome await(PendingWrite pending, Consumer<WriteOutcome> onDecided) {
    onDecided.accept(pending.outcome);
    return pending.await();
  }

  /** Executes one action without waiting for the commit. */
  public PendingWrite begin(ItemAction action) {
    if (isInTransaction(action.key())) throw new TransactionConflictException();
    return begin(action, false);
  }

  /** Returns whether a request must be refused because a transaction is writing the item. */
  public boolean isInTransaction(byte[] itemKey) {
    return conflictTracker.isPresent() && conflictTracker.get().isInTransaction(itemKey);
  }

  private PendingWrite begin(ItemAction action, boolean byService) {
    var lock = locksByKey.of(action.key());
    lock.lock();
    try {
      var decided = decide(action);
      if (decided.refusal.isPresent()) {
        return new PendingWrite(decided.refused(), decided.predecessor);
      }
      var mutation = storage.mutation();
      var outcome = apply(mutation, decided, byService);
      if (mutation.isEmpty()) return new PendingWrite(outcome, decided.predecessor);
      return new PendingWrite(outcome, Optional.of(submit(mutation, List.of(decided))));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Executes all actions or none, and waits until they are durable. No item may occur twice.
   *
   * @param extra adds to the mutation if the actions are executed
   * @return an outcome per action: all done, or at least one refused
   */
  public List<WriteOutcome> writeAll(List<ItemAction> actions, Consumer<Mutation> extra) {
    return writeAll(actions, extra, decided -> {});
  }

  /**
   * Executes all actions or none, and waits until they are durable. No item may occur twice.
   *
   * @param extra adds to the mutation if the actions are executed
   * @param onDone is told the outcomes before the wait, if the actions are executed
   * @return an outcome per action: all done, or at least one refused
   */
  public List<WriteOutcome> writeAll(
      List<ItemAction> actions, Consumer<Mutation> extra, Consumer<List<WriteOutcome>> onDone) {
    var keys = new ArrayList<byte[]>(actions.size());
    for (var action : actions) keys.add(action.key());
    if (conflictTracker.isEmpty()) return writeAll(actions, keys, extra, onDone);
    var conflicts = new ArrayList<Integer>();
    var registration = conflictTracker.get().register(keys, conflicts);
    try {
      if (conflicts.isEmpty()) return writeAll(actions, keys, extra, onDone);
      var outcomes = new ArrayList<WriteOutcome>();
      for (int i = 0; i < actions.size(); i++) {
        outcomes.add(
            conflicts.contains(i)
                ? new WriteOutcome.Refused(Optional.empty(), new TransactionConflictException())
                : untouched(actions.get(i).table().definition(), Optional.empty()));
      }
      return outcomes;
    } finally {
      registration.close();
    }
  }

  private List<WriteOutcome> writeAll(
      List<ItemAction> actions,
      List<byte[]> keys,
      Consumer<Mutation> extra,
      Consumer<List<WriteOutcome>> onDone) {
    var locks = locksByKey.of(keys);
    var outcomes = new ArrayList<WriteOutcome>(actions.size());
    List<Commit> awaited;
    for (var lock : locks) lock.lock();
    try {
      var decided = new ArrayList<Decided>(actions.size());
      boolean refused = false;
      for (var action : actions) {
        var each = decide(action);
        decided.add(each);
        refused |= each.refusal.isPresent();
      }
      if (refused) {
        for (var each : decided) outcomes.add(each.refusedOrUntouched());
        awaited = predecessors(decided);
      } else {
        var mutation = storage.mutation();
        for (var each : decided) outcomes.add(apply(mutation, each, false));
        extra.accept(mutation);
        awaited = mutation.isEmpty() ? predecessors(decided) : List.of(submit(mutation, decided));
        onDone.accept(outcomes);
      }
    } finally {
      for (var lock : locks) lock.unlock();
    }
    for (var commit : awaited) await(commit);
    return outcomes;
  }

  /**
   * Removes an item if it has expired.
   *
   * @return whether it was removed
   */
  public boolean expire(OpenTable table, byte[] itemKey, long nowSeconds) {
    ItemTransition transition =
        present -> present.filter(item -> !isExpired(table.definition(), item, nowSeconds));
    var outcome = begin(new ItemAction(table, itemKey, transition), true).await();
    return outcome instanceof WriteOutcome.Done done
        && done.before().isPresent()
        && done.after().isEmpty();
  }

  private static boolean isExpired(TableDefinition definition, Item item, long nowSeconds) {
    return definition
        .timeToLive()
        .flatMap(ttl -> Expiry.of(item, ttl.attribute(), nowSeconds))
        .filter(seconds -> seconds <= nowSeconds)
        .isPresent();
  }

  /** Returns when all writers use the definitions that were published before the call. */
  @Override
  public void barrier() {
    locksByKey.barrier();
  }

  /**
   * Adds an item, in its current state, to the indexes that are being built. The mutation is only
   * queued: a caller that waits for a later one knows that this one is on disk.
   */
  @Override
  public void reindex(OpenTable table, byte[] key) {
    var lock = locksByKey.of(key);
    lock.lock();
    try {
      var pending = pendingItems.get(key);
      var item = pending != null ? pending.item : stored(key);
      if (item.isEmpty()) return;
      var definition = table.definition();
      var mutation = storage.mutation();
      for (var index : definition.indexes()) {
        if (index.state() == SecondaryIndex.State.BACKFILLING) {
          IndexEntries.add(storage, mutation, table, definition, index, item.get());
        }
      }
      expiry(definition, item)
          .ifPresent(
              at -> mutation.put(ColumnFamily.INDEX, expiryKey(definition, at, key), new byte[0]));
      if (!mutation.isEmpty()) storage.submit(mutation, () -> {});
    } finally {
      lock.unlock();
    }
  }

  /**
   * Decides about one action, with the item's lock held.
   *
   * @throws ResourceNotFoundException if the table was deleted. Nothing is counted before all
   *     actions of a transaction are decided
   */
  private Decided decide(ItemAction action) {
    var definition = action.table().definition();
    var pending = pendingItems.get(action.key());
    var present = pending != null ? pending.item : stored(action.key());
    Optional<Commit> predecessor =
        pending == null ? Optional.empty() : Optional.of(pending.commit());
    try {
      var next = action.transition().next(present);
      return new Decided(action, definition, present, next, Optional.empty(), predecessor);
    } catch (Refusal refusal) {
      return new Decided(action, definition, present, present, Optional.of(refusal), predecessor);
    }
  }

  private Optional<Item> stored(byte[] key) {
    return Optional.ofNullable(storage.get(ColumnFamily.ITEMS, key)).map(Item::ofBytes);
  }

  /** Adds what was decided to the mutation. */
  private WriteOutcome apply(Mutation mutation, Decided decided, boolean byService) {
    var table = decided.action.table();
    var definition = decided.definition;
    var key = decided.action.key();
    var before = decided.present;
    var after = decided.next;
    int bytesBefore = before.map(Item::size).orElse(0);
    int bytesAfter = after.map(Item::size).orElse(0);
    var indexUnits = new long[definition.indexes().size()];
    if (!before.equals(after)) {
      if (after.isPresent()) mutation.put(ColumnFamily.ITEMS, key, after.get().bytes());
      else mutation.delete(ColumnFamily.ITEMS, key);
      for (int i = 0; i < indexUnits.length; i++) {
        var index = definition.indexes().get(i);
        if (index.state() == SecondaryIndex.State.DELETING) continue;
        indexUnits[i] = IndexEntries.change(mutation, table, definition, index, before, after);
      }
      changeExpiry(mutation, definition, key, before, after);
      ChangeLog.append(mutation, definition, key, before, after, byService);
      table.count(
          (after.isPresent() ? 1 : 0) - (before.isPresent() ? 1 : 0), bytesAfter - bytesBefore);
    }
    var units = CapacityUnits.write(bytesBefore, bytesAfter);
    return new WriteOutcome.Done(
        before, after, new WriteOutcome.Units(definition, units, indexUnits));
  }

  private void changeExpiry(
      Mutation mutation,
      TableDefinition definition,
      byte[] key,
      Optional<Item> before,
      Optional<Item> after) {
    if (definition.timeToLive().isEmpty()) return;
    var attribute = definition.timeToLive().get().attribute();
    var old = before.flatMap(item -> Expiry.seconds(item, attribute));
    var now = expiry(definition, after);
    if (old.equals(now)) return;
    old.ifPresent(at -> mutation.delete(ColumnFamily.INDEX, expiryKey(definition, at, key)));
    now.ifPresent(
        at -> mutation.put(ColumnFamily.INDEX, expiryKey(definition, at, key), new byte[0]));
  }

  private Optional<Long> expiry(TableDefinition definition, Optional<Item> item) {
    if (definition.timeToLive().isEmpty() || item.isEmpty()) return Optional.empty();
    long now = clock.instant().getEpochSecond();
    return Expiry.of(item.get(), definition.timeToLive().get().attribute(), now);
  }

  private static byte[] expiryKey(TableDefinition definition, long seconds, byte[] key) {
    return StoredKeys.expiry(definition.timeToLive().orElseThrow().indexId(), seconds, key);
  }

  /**
   * Queues the mutation and makes its items visible to the next writers. The items' locks are held.
   */
  private Commit submit(Mutation mutation, List<Decided> decided) {
    // If it fails, no item is left pending.
    beforeWrite.run();
    var entries = new ArrayList<PendingItems.Entry>(decided.size());
    for (var each : decided) {
      var entry = new PendingItems.Entry(each.next);
      entries.add(entry);
      pendingItems.put(each.action.key(), entry);
    }
    Runnable onDone =
        () -> {
          for (int i = 0; i < entries.size(); i++) {
            pendingItems.remove(decided.get(i).action.key(), entries.get(i));
          }
        };
    var commit = storage.submit(mutation, onDone);
    for (var entry : entries) entry.setCommit(commit);
    return commit;
  }

  private static List<Commit> predecessors(List<Decided> decided) {
    return decided.stream().flatMap(each -> each.predecessor.stream()).distinct().toList();
  }

  private void await(Commit commit) {
    try {
      storage.await(commit);
    } catch (StorageException e) {
      throw new InternalServerError(e);
    }
  }

  private static WriteOutcome untouched(TableDefinition definition, Optional<Item> present) {
    return new WriteOutcome.Done(
        present, present, new WriteOutcome.Units(definition, 0, new long[0]));
  }

  /** An action whose position in the order of commits is fixed. */
  public final class PendingWrite {
    private final WriteOutcome outcome;
    private final Optional<Commit> awaited;

    private PendingWrite(WriteOutcome outcome, Optional<Commit> awaited) {
      this.outcome = outcome;
      this.awaited = awaited;
    }

    /** Returns the outcome, which is not durable yet. */
    public WriteOutcome decided() {
      return outcome;
    }

    /** Waits until the action is durable and returns its outcome. */
    public WriteOutcome await() {
      awaited.ifPresent(ItemWrites.this::await);
      return outcome;
    }
  }

  private record Decided(
      ItemAction action,
      TableDefinition definition,
      Optional<Item> present,
      Optional<Item> next,
      Optional<Refusal> refusal,
      Optional<Commit> predecessor) {
    WriteOutcome refused() {
      return new WriteOutcome.Refused(present, refusal.orElseThrow());
    }

    /** For an action in a transaction that another action made fail. */
    WriteOutcome refusedOrUntouched() {
      return refusal.isPresent() ? refused() : untouched(definition, present);
    }
  }
}
