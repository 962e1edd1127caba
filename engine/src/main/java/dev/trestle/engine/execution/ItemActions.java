package dev.trestle.engine.execution;

import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.check.KeyChecks;
import dev.trestle.engine.expression.BoundCondition;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.BoundUpdate;
import dev.trestle.engine.refusal.Refusal.ConditionalCheckFailedException;
import dev.trestle.engine.refusal.Refusal.DuplicateItemException;
import dev.trestle.engine.refusal.Refusal.Throttled;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.result.CapacityReport;
import dev.trestle.engine.result.WriteResult;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.ItemTransition;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.engine.write.WriteOutcome;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds and runs the writes of one table's items, for single writes, batches and transactions. */
public final class ItemActions {
  private final OperationContext context;
  private final OpenTable table;
  private final TableDefinition definition;

  private ItemActions(OperationContext context, OpenTable table) {
    this.context = context;
    this.table = table;
    this.definition = table.definition();
  }

  public static ItemActions of(OperationContext context, @Nullable String tableName) {
    return new ItemActions(context, context.table(tableName));
  }

  public String tableName() {
    return definition.name();
  }

  public KeySchema keys() {
    return definition.keys();
  }

  /** Rejects empty key attributes. */
  public void notEmpty(Item item) {
    KeyChecks.notEmpty(definition, item);
  }

  /** Rejects an item without the key, with the error text of batches. */
  public void keyed(Item item) {
    KeyChecks.keyed(definition.keys(), item);
  }

  /** Replaces the item, or creates it. */
  public ItemAction put(Item item, Optional<BoundCondition> condition, boolean showOld) {
    KeyChecks.item(definition, item);
    var next = Optional.of(item);
    return action(item, condition, showOld, present -> next);
  }

  /** Creates the item, or fails if it exists. */
  public ItemAction insert(Item item) {
    KeyChecks.item(definition, item);
    var next = Optional.of(item);
    return action(
        item,
        Optional.empty(),
        false,
        present -> {
          if (present.isPresent()) throw new DuplicateItemException();
          return next;
        });
  }

  public ItemAction delete(Item key, Optional<BoundCondition> condition, boolean showOld) {
    KeyChecks.key(definition.keys(), key);
    return action(key, condition, showOld, present -> Optional.empty());
  }

  /** Requires the condition and leaves the item unchanged. */
  public ItemAction check(Item key, Optional<BoundCondition> condition, boolean showOld) {
    KeyChecks.key(definition.keys(), key);
    return action(key, condition, showOld, present -> present);
  }

  public ItemAction update(Item key, BoundExpressions bound, boolean showOld) {
    KeyChecks.key(definition.keys(), key);
    bound.update().ifPresent(this::checkUpdate);
    ItemTransition step =
        present -> {
          if (present.isEmpty() && bound.update().filter(plan -> plan.onlyRemoves()).isPresent()) {
            return present;
          }
          var before = present.orElse(key);
          var after = bound.update().map(plan -> plan.apply(before)).orElse(before);
          checkUpdated(after);
          return Optional.of(after);
        };
    return action(key, bound.condition(), showOld, step);
  }

  private ItemAction action(
      Item keyed,
      Optional<BoundCondition> condition,
      boolean showOld,
      ItemTransition unconditional) {
    ItemTransition step =
        condition.isEmpty()
            ? unconditional
            : present -> {
              if (!condition.get().holds(present.orElse(Item.EMPTY))) {
                throw new ConditionalCheckFailedException(showOld ? present : Optional.empty());
              }
              return unconditional.next(present);
            };
    var key = StoredKeys.item(definition, keyed);
    var fitting =
        definition.localIndexes().isEmpty()
            ? step
            : (ItemTransition) present -> checkRoom(key, present, step.next(present));
    return new ItemAction(table, key, limited(key, fitting));
  }

  /** Throttles the write before its condition is evaluated, or when it would change an index. */
  private ItemTransition limited(byte[] key, ItemTransition step) {
    var limits = context.limits();
    if (!limits.apply(definition)) return step;
    return present -> {
      limits.checkWrite(context.usage(), table, key);
      var next = step.next(present);
      limits.checkIndexWrites(context.usage(), table, key, present, next);
      return next;
    };
  }

  private Optional<Item> checkRoom(byte[] key, Optional<Item> before, Optional<Item> after) {
    int growth = after.map(Item::size).orElse(0) - before.map(Item::size).orElse(0);
    if (growth > 0) context.collections().checkRoom(definition, key, growth);
    return after;
  }

  /** Runs the checks of an update that do not need the item. */
  private void checkUpdate(BoundUpdate plan) {
    checkKeyUnchanged(plan.attributes());
    for (var index : definition.indexes()) {
      for (var attribute : index.keys().attributes()) {
        plan.fixedType(attribute.name())
            .ifPresent(type -> KeyChecks.indexKeyType(index, attribute, type));
      }
    }
    KeyChecks.whole(definition, plan.nestedAttributes());
  }

  private void checkKeyUnchanged(Iterable<String> updated) {
    var names = definition.keys().names();
    for (var name : updated) {
      if (names.contains(name)) {
        throw new ValidationException(
            "One or more parameter values were invalid: Cannot update attribute "
                + name
                + ". This attribute is part of the key");
      }
    }
  }

  private void checkUpdated(Item item) {
    if (item.size() > Limits.ITEM_BYTES) {
      throw new ValidationException("Item size to update has exceeded the maximum allowed size");
    }
    for (var index : definition.indexes()) {
      for (var attribute : index.keys().attributes()) {
        var value = attribute.in(item);
        if (value.isPresent() && value.get().type() != attribute.type()) {
          throw new ValidationException(
              "The update expression attempted to update the secondary index key to unsupported"
                  + " type");
        }
      }
      KeyChecks.indexKeys(index, item);
    }
  }

  public static void checkItemSize(Item item) {
    if (item.size() > Limits.ITEM_BYTES) {
      throw new ValidationException("Item size has exceeded the maximum allowed size");
    }
  }

  /** Executes a single action and returns its result. */
  public WriteResult run(ItemAction action, ReturnOptions returns, ReturnedAttributes returned) {
    var outcome = context.writes().write(action, decided -> charge(action, decided));
    return finish(action, outcome, returns, returned);
  }

  /** Starts an action. {@link #finish} waits for it, so that several share a commit. */
  public ItemWrites.PendingWrite begin(ItemAction action) {
    var pending = context.writes().begin(action);
    charge(action, pending.decided());
    return pending;
  }

  /** Charges at once, so that writes that wait for a commit together do not exceed a limit. */
  private void charge(ItemAction action, WriteOutcome outcome) {
    switch (outcome) {
      case WriteOutcome.Done done -> context.limits().chargeWrite(table, action.key(), done, 1);
      case WriteOutcome.Refused(var present, var refusal) -> {
        if (refusal instanceof Throttled) return;
        long units = CapacityUnits.write(present.map(Item::size).orElse(0), 0);
        context.limits().chargeRefusedWrite(table, action.key(), (double) units);
      }
    }
  }

  /** Records the outcome of a single action and returns its result. */
  public WriteResult finish(
      ItemAction action, WriteOutcome outcome, ReturnOptions returns, ReturnedAttributes returned) {
    switch (outcome) {
      case WriteOutcome.Refused(var present, var refusal) -> {
        boolean isThrottled = refusal instanceof Throttled;
        if (!isThrottled) UsageRecorder.recordRefusal(context, table, action.key(), present);
        throw refusal;
      }
      case WriteOutcome.Done done -> {
        var units = done.units();
        UsageRecorder.recordWrite(context, table, action.key(), done, 1);
        return new WriteResult(
            returned.attributes(done).filter(item -> !item.isEmpty()),
            CapacityReport.of(returns.consumedCapacity())
                .ofWrite(units.definition(), (double) units.table(), units.indexes()),
            metrics(returns.itemCollectionMetrics(), action));
      }
    }
  }

  /**
   * Returns the size of the item collection, if it was requested and the table has local indexes.
   */
  public Optional<ItemCollectionMetrics> metrics(@Nullable String asked, ItemAction action) {
    if (!"SIZE".equals(asked) || definition.localIndexes().isEmpty()) return Optional.empty();
    return Optional.of(context.collections().measure(definition, action.key()));
  }

  /** Which attributes of the item are returned. */
  public interface ReturnedAttributes {
    Optional<Item> attributes(WriteOutcome.Done done);
  }

  /** Returns the old item or nothing, for PutItem and DeleteItem. */
  public static ReturnedAttributes oldOrNothing(@Nullable String returnValues) {
    return "ALL_OLD".equals(returnValues) ? WriteOutcome.Done::before : done -> Optional.empty();
  }

  public static void checkReturnValues(@Nullable String returnValues) {
    if (returnValues != null && !List.of("ALL_OLD", "NONE").contains(returnValues)) {
      throw new ValidationException("ReturnValues can only be ALL_OLD or NONE");
    }
  }
}
