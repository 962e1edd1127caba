package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.UpdatePlan;
import dev.trestle.engine.refusal.Refusal.ConditionalCheckFailedException;
import dev.trestle.engine.refusal.Refusal.DuplicateItemException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.Table;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.Outcome;
import dev.trestle.engine.write.Step;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The four things that a write can do to an item, alone, in a batch or in a transaction. */
final class ItemChange {
  private final Kernel kernel;
  private final Table table;
  private final TableDefinition definition;

  private ItemChange(Kernel kernel, Table table) {
    this.kernel = kernel;
    this.table = table;
    this.definition = table.definition();
  }

  static ItemChange of(Kernel kernel, @Nullable String tableName) {
    return new ItemChange(kernel, kernel.table(tableName));
  }

  KeySchema keys() {
    return definition.keys();
  }

  /** Refuses an empty string or binary where a key is. */
  void notEmpty(Item item) {
    KeyChecks.notEmpty(definition, item);
  }

  /** Refuses an item that has not the key, in the words that batches have for it. */
  void keyed(Item item) {
    KeyChecks.keyed(definition.keys(), item);
  }

  /** Puts an item in place of whatever is there. */
  ItemAction put(Item item, Optional<Condition> condition, boolean showOld) {
    KeyChecks.item(definition, item);
    var next = Optional.of(item);
    return action(item, condition, showOld, present -> next);
  }

  /** Puts an item where none is. */
  ItemAction insert(Item item) {
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

  ItemAction delete(Item key, Optional<Condition> condition, boolean showOld) {
    KeyChecks.key(definition.keys(), key);
    return action(key, condition, showOld, present -> Optional.empty());
  }

  /** Leaves the item as it is, but wants it to be as the condition says. */
  ItemAction check(Item key, Optional<Condition> condition, boolean showOld) {
    KeyChecks.key(definition.keys(), key);
    return action(key, condition, showOld, present -> present);
  }

  ItemAction update(Item key, Bound bound, boolean showOld) {
    KeyChecks.key(definition.keys(), key);
    bound.update().ifPresent(this::checkPlan);
    Step step =
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
      Item keyed, Optional<Condition> condition, boolean showOld, Step unconditional) {
    Step step =
        condition.isEmpty()
            ? unconditional
            : present -> {
              if (!condition.get().holds(present.orElse(Item.EMPTY))) {
                throw new ConditionalCheckFailedException(showOld ? present : Optional.empty());
              }
              return unconditional.next(present);
            };
    var key = Keys.item(definition, keyed);
    if (definition.localIndexes().isEmpty()) return new ItemAction(table, key, step);
    return new ItemAction(table, key, present -> withRoom(key, present, step.next(present)));
  }

  private Optional<Item> withRoom(byte[] key, Optional<Item> before, Optional<Item> after) {
    int growth = after.map(Item::size).orElse(0) - before.map(Item::size).orElse(0);
    if (growth > 0) kernel.collections().checkRoom(definition, key, growth);
    return after;
  }

  /** What is wrong with an update whatever the item is. */
  private void checkPlan(UpdatePlan plan) {
    keepsKey(plan.attributes());
    for (var index : definition.indexes()) {
      for (var attribute : index.keys().attributes()) {
        plan.fixedType(attribute.name())
            .ifPresent(type -> KeyChecks.indexKeyType(index, attribute, type));
      }
    }
    KeyChecks.whole(definition, plan.nestedAttributes());
  }

  private void keepsKey(Iterable<String> updated) {
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

  static void sizeOfNew(Item item) {
    if (item.size() > Limits.ITEM_BYTES) {
      throw new ValidationException("Item size has exceeded the maximum allowed size");
    }
  }

  /** Carries out a single action and puts its answer together. */
  WriteResult run(ItemAction action, ReturnOptions returns, Answer answer) {
    return finish(action, kernel.writes().write(action), returns, answer);
  }

  /** Books what came of a single action and puts its answer together. */
  WriteResult finish(ItemAction action, Outcome outcome, ReturnOptions returns, Answer answer) {
    switch (outcome) {
      case Outcome.Refused(var present, var refusal) -> {
        Metering.refused(kernel, table, action.key(), present);
        throw refusal;
      }
      case Outcome.Done done -> {
        var units = done.units();
        Metering.wrote(kernel, table, action.key(), units, 1);
        return new WriteResult(
            answer.attributes(done).filter(item -> !item.isEmpty()),
            CapacityReport.of(returns.consumedCapacity())
                .ofWrite(units.definition(), (double) units.table(), units.indexes()),
            metrics(returns.itemCollectionMetrics(), action));
      }
    }
  }

  /** The size of the collection that the action touched, if it was asked for and there is one. */
  Optional<ItemCollectionMetrics> metrics(@Nullable String asked, ItemAction action) {
    if (!"SIZE".equals(asked) || definition.localIndexes().isEmpty()) return Optional.empty();
    return Optional.of(kernel.collections().measure(definition, action.key()));
  }

  /** Which attributes the answer shows. */
  interface Answer {
    Optional<Item> attributes(Outcome.Done done);
  }

  /** The answers of PutItem and DeleteItem. */
  static Answer oldOrNothing(@Nullable String returnValues) {
    return "ALL_OLD".equals(returnValues) ? Outcome.Done::before : done -> Optional.empty();
  }

  static void onlyOldOrNothing(@Nullable String returnValues) {
    if (returnValues != null && !List.of("ALL_OLD", "NONE").contains(returnValues)) {
      throw new ValidationException("ReturnValues can only be ALL_OLD or NONE");
    }
  }
}
