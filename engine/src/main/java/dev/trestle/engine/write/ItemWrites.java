package dev.trestle.engine.write;

import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.refusal.Refusal.InternalServerError;
import dev.trestle.engine.refusal.Refusal.TransactionConflictException;
import dev.trestle.engine.storage.Commit;
import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.storage.StorageException;
import dev.trestle.engine.stream.ChangeLog;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.Reindexing;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.Table;
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
 * Changes items. A request locks the items it is about, reads their newest state (from the overlay
 * where a change is still on its way to disk), decides, puts the outcome into the overlay and the
 * commit queue, unlocks, and then waits for the commit. One mutation holds all of a request: items,
 * index entries, expiry entries, log records. So writes of one item are serial, writes of different
 * items parallel, and a crash leaves all of a request or nothing.
 *
 * <p>A refusal that was decided on a state still on its way waits for that state's commit too:
 * otherwise it would tell of something that a crash may yet undo.
 */
public final class ItemWrites implements Reindexing {
  private final Storage storage;
  private final InstantSource clock;
  private final Stripes stripes = new Stripes();
  private final Overlay overlay = new Overlay();
  private final Optional<InFlight> inFlight;

  /**
   * Writes to the given storage.
   *
   * @param strictConflicts whether requests that meet a transaction on an item are refused, as
   *     DynamoDB may do, instead of waiting for each other
   */
  public ItemWrites(Storage storage, InstantSource clock, boolean strictConflicts) {
    this.storage = storage;
    this.clock = clock;
    this.inFlight = strictConflicts ? Optional.of(new InFlight()) : Optional.empty();
  }

  /** Carries out one action and waits until it is durable. */
  public Outcome write(ItemAction action) {
    if (inFlight.isEmpty()) return begin(action, false).await();
    try (var _ = inFlight.get().enter(action.key())) {
      return begin(action, false).await();
    }
  }

  /** Carries out one action; its outcome may be waited for later. */
  public Started begin(ItemAction action) {
    if (isInTransaction(action.key())) throw new TransactionConflictException();
    return begin(action, false);
  }

  /** Whether to refuse a request for an item because a transaction is at work on it. */
  public boolean isInTransaction(byte[] itemKey) {
    return inFlight.isPresent() && inFlight.get().isInTransaction(itemKey);
  }

  private Started begin(ItemAction action, boolean byService) {
    var lock = stripes.of(action.key());
    lock.lock();
    try {
      var decided = decide(action);
      if (decided.refusal.isPresent()) {
        return new Started(decided.refused(), decided.predecessor);
      }
      var mutation = storage.mutation();
      var outcome = apply(mutation, decided, byService);
      if (mutation.isEmpty()) return new Started(outcome, decided.predecessor);
      return new Started(outcome, Optional.of(submit(mutation, List.of(decided))));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Carries out all actions or none, and waits until that is durable. No item may be named twice.
   *
   * @param more adds to the mutation, if the actions are carried out
   * @return an outcome for each action: all done, or at least one refused
   */
  public List<Outcome> writeAll(List<ItemAction> actions, Consumer<Mutation> more) {
    var keys = new ArrayList<byte[]>(actions.size());
    for (var action : actions) keys.add(action.key());
    if (inFlight.isEmpty()) return writeAll(actions, keys, more);
    var conflicts = new ArrayList<Integer>();
    try (var _ = inFlight.get().enter(keys, conflicts)) {
      if (conflicts.isEmpty()) return writeAll(actions, keys, more);
      var outcomes = new ArrayList<Outcome>();
      for (int i = 0; i < actions.size(); i++) {
        outcomes.add(
            conflicts.contains(i)
                ? new Outcome.Refused(Optional.empty(), new TransactionConflictException())
                : untouched(actions.get(i), Optional.empty()));
      }
      return outcomes;
    }
  }

  private List<Outcome> writeAll(
      List<ItemAction> actions, List<byte[]> keys, Consumer<Mutation> more) {
    var locks = stripes.of(keys);
    for (var lock : locks) lock.lock();
    var outcomes = new ArrayList<Outcome>(actions.size());
    List<Commit> awaited;
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
        more.accept(mutation);
        awaited = mutation.isEmpty() ? predecessors(decided) : List.of(submit(mutation, decided));
      }
    } finally {
      for (var lock : locks) lock.unlock();
    }
    for (var commit : awaited) await(commit);
    return outcomes;
  }

  /**
   * Removes an item if its time has come.
   *
   * @return whether it was removed
   */
  public boolean expire(Table table, byte[] itemKey, long nowSeconds) {
    Step step = present -> present.filter(item -> !isExpired(table.definition(), item, nowSeconds));
    var outcome = begin(new ItemAction(table, itemKey, step), true).await();
    return outcome instanceof Outcome.Done done
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

  /** Returns when every writer knows the definitions that were published before the call. */
  @Override
  public void barrier() {
    stripes.barrier();
  }

  /**
   * Enters an item, as it is now, into the indexes that are being built. The mutation is queued,
   * not waited for: whoever waits for a later one knows that this one is on disk.
   */
  @Override
  public void reindex(Table table, byte[] key) {
    var lock = stripes.of(key);
    lock.lock();
    try {
      var pending = overlay.get(key);
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
          .ifPresent(at -> mutation.put(Family.INDEX, expiryKey(definition, at, key), new byte[0]));
      if (!mutation.isEmpty()) storage.submit(mutation, () -> {});
    } finally {
      lock.unlock();
    }
  }

  private Decided decide(ItemAction action) {
    var pending = overlay.get(action.key());
    var present = pending != null ? pending.item : stored(action.key());
    Optional<Commit> predecessor =
        pending == null ? Optional.empty() : Optional.of(pending.commit());
    try {
      var next = action.step().next(present);
      return new Decided(action, present, next, Optional.empty(), predecessor);
    } catch (Refusal refusal) {
      return new Decided(action, present, present, Optional.of(refusal), predecessor);
    }
  }

  private Optional<Item> stored(byte[] key) {
    return Optional.ofNullable(storage.get(Family.ITEMS, key)).map(Item::ofBytes);
  }

  /** Puts what was decided into the mutation. */
  private Outcome apply(Mutation mutation, Decided decided, boolean byService) {
    var table = decided.action.table();
    var definition = table.definition();
    var key = decided.action.key();
    var before = decided.present;
    var after = decided.next;
    int bytesBefore = before.map(Item::size).orElse(0);
    int bytesAfter = after.map(Item::size).orElse(0);
    var indexUnits = new long[definition.indexes().size()];
    if (!before.equals(after)) {
      if (after.isPresent()) mutation.put(Family.ITEMS, key, after.get().bytes());
      else mutation.delete(Family.ITEMS, key);
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
    return new Outcome.Done(before, after, new Outcome.Units(definition, units, indexUnits));
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
    old.ifPresent(at -> mutation.delete(Family.INDEX, expiryKey(definition, at, key)));
    now.ifPresent(at -> mutation.put(Family.INDEX, expiryKey(definition, at, key), new byte[0]));
  }

  private Optional<Long> expiry(TableDefinition definition, Optional<Item> item) {
    if (definition.timeToLive().isEmpty() || item.isEmpty()) return Optional.empty();
    long now = clock.instant().getEpochSecond();
    return Expiry.of(item.get(), definition.timeToLive().get().attribute(), now);
  }

  private static byte[] expiryKey(TableDefinition definition, long seconds, byte[] key) {
    return Keys.expiry(definition.timeToLive().orElseThrow().indexId(), seconds, key);
  }

  /** Queues the mutation and shows its items to the next writers; the items' locks are held. */
  private Commit submit(Mutation mutation, List<Decided> decided) {
    var entries = new ArrayList<Overlay.Pending>(decided.size());
    for (var each : decided) {
      var entry = new Overlay.Pending(each.next);
      entries.add(entry);
      overlay.put(each.action.key(), entry);
    }
    Runnable whenOver =
        () -> {
          for (int i = 0; i < entries.size(); i++) {
            overlay.remove(decided.get(i).action.key(), entries.get(i));
          }
        };
    var commit = storage.submit(mutation, whenOver);
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

  private static Outcome untouched(ItemAction action, Optional<Item> present) {
    var definition = action.table().definition();
    return new Outcome.Done(present, present, new Outcome.Units(definition, 0, new long[0]));
  }

  /** An action whose place in the order of commits is fixed. */
  public final class Started {
    private final Outcome outcome;
    private final Optional<Commit> awaited;

    private Started(Outcome outcome, Optional<Commit> awaited) {
      this.outcome = outcome;
      this.awaited = awaited;
    }

    /** The outcome, once it is durable. */
    public Outcome await() {
      awaited.ifPresent(ItemWrites.this::await);
      return outcome;
    }
  }

  private record Decided(
      ItemAction action,
      Optional<Item> present,
      Optional<Item> next,
      Optional<Refusal> refusal,
      Optional<Commit> predecessor) {
    Outcome refused() {
      return new Outcome.Refused(present, refusal.orElseThrow());
    }

    /** For a transaction of which another action was refused. */
    Outcome refusedOrUntouched() {
      return refusal.isPresent() ? refused() : untouched(action, present);
    }
  }
}
