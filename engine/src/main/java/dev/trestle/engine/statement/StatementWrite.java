package dev.trestle.engine.statement;

import dev.trestle.engine.execution.ItemActions;
import dev.trestle.engine.expression.BoundCondition;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.BoundUpdate;
import dev.trestle.engine.expression.ParsedOperand;
import dev.trestle.engine.expression.PathElement;
import dev.trestle.engine.expression.Predicate;
import dev.trestle.engine.expression.TreeBinder;
import dev.trestle.engine.partiql.ItemTarget;
import dev.trestle.engine.partiql.Statement;
import dev.trestle.engine.partiql.Statement.Returning;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Optional;

/**
 * Runs a statement that writes one item, or requires one to exist. UPDATE requires an existing
 * item; DELETE of a missing item does nothing.
 */
public final class StatementWrite {
  private final Statement statement;
  private final List<Value> values;
  private final TreeBinder binder;
  private final Optional<BoundUpdate> plan;

  /** Checks the clauses, before any table is looked up: DynamoDB reports errors in this order. */
  public StatementWrite(Statement statement, List<Value> values) {
    this.statement = statement;
    this.values = values;
    this.binder = new TreeBinder(values);
    where().ifPresent(binder::condition);
    this.plan =
        statement instanceof Statement.Update update
            ? Optional.of(binder.update(update.actions()))
            : Optional.empty();
  }

  private Optional<Predicate> where() {
    return switch (statement) {
      case Statement.Update update -> update.where();
      case Statement.Delete delete -> delete.where();
      case Statement.Exists(var select) -> select.where();
      case Statement.Select select -> select.where();
      case Statement.Insert ignored -> Optional.empty();
    };
  }

  /** Returns the item to insert, or the part of the key that the statement gives. */
  public Item itemOrKey(KeySchema keys) {
    return statement instanceof Statement.Insert insert
        ? insert.item().in(values)
        : target(keys).key();
  }

  /** Returns the size of the item to insert, or 0 for other statements. */
  public int insertedBytes() {
    return statement instanceof Statement.Insert insert ? insert.item().in(values).size() : 0;
  }

  private ItemTarget target(KeySchema keys) {
    return ItemTarget.of(where(), values, keys.names());
  }

  /** Rejects a statement that does not identify exactly one item. */
  public void checkOneItem(KeySchema keys) {
    if (statement instanceof Statement.Insert) return;
    var target = target(keys);
    if (target.key().count() != keys.attributes().size()) {
      throw new ValidationException(
          "Where clause does not contain a mandatory equality on all key attributes");
    }
    target.contradicted().ifPresent(StatementWrite::contradicted);
    for (var attribute : keys.attributes()) {
      if (attribute.in(target.key()).orElseThrow().type() != attribute.type()) {
        throw StatementRead.wrongKeyType(attribute.name());
      }
    }
  }

  private static void contradicted(String name) {
    throw new ValidationException(
        "Multiple conditions on same key "
            + name
            + ". Only single item Update/Insert/Delete are supported");
  }

  /** Rejects an EXISTS that tests nothing but the key, as DynamoDB does. */
  public void checkExistsCondition(KeySchema keys) {
    if (!(statement instanceof Statement.Exists)) return;
    var target = target(keys);
    boolean whole = target.key().count() == keys.attributes().size();
    if (whole && target.condition().isPresent()) return;
    throw new ValidationException(
        "EXISTS() must contain a single item read with additional condition");
  }

  public ItemAction action(ItemActions itemActions, KeySchema keys, boolean showOld) {
    if (statement instanceof Statement.Insert insert) {
      var item = insert.item().in(values);
      ItemActions.checkItemSize(item);
      return itemActions.insert(item);
    }
    var target = target(keys);
    var there = new ParsedOperand.Path(List.of(new PathElement.Name(keys.partitionKey().name())));
    var exists = new ParsedOperand.Call("attribute_exists", List.of(there));
    var missing = new ParsedOperand.Call("attribute_not_exists", List.of(there));
    var wanted = target.condition();
    return switch (statement) {
      case Statement.Update ignored -> {
        target.contradicted().ifPresent(StatementWrite::contradicted);
        yield itemActions.update(target.key(), bound(and(exists, wanted)), showOld);
      }
      case Statement.Delete ignored -> {
        target.contradicted().ifPresent(StatementWrite::contradicted);
        var condition = wanted.map(also -> binder.condition(new Predicate.Or(missing, also)));
        yield itemActions.delete(target.key(), condition, showOld);
      }
      case Statement.Exists ignored ->
          itemActions.check(target.key(), Optional.of(and(exists, wanted)), showOld);
      case Statement.Select ignored -> throw new IllegalStateException("a read");
      case Statement.Insert ignored -> throw new IllegalStateException("handled above");
    };
  }

  private BoundCondition and(Predicate first, Optional<Predicate> second) {
    return binder.condition(
        second.<Predicate>map(it -> new Predicate.And(first, it)).orElse(first));
  }

  private BoundExpressions bound(BoundCondition condition) {
    return new BoundExpressions(
        Optional.of(condition), plan, Optional.empty(), Optional.empty(), Optional.empty());
  }

  public Optional<Returning> returning() {
    return switch (statement) {
      case Statement.Update update -> update.returning();
      case Statement.Delete delete -> delete.returning();
      case Statement.Insert ignored -> Optional.empty();
      case Statement.Exists ignored -> Optional.empty();
      case Statement.Select ignored -> Optional.empty();
    };
  }

  /** Returns what the RETURNING clause returns. */
  public ItemActions.ReturnedAttributes returnedAttributes() {
    if (returning().isEmpty()) return done -> Optional.empty();
    return switch (returning().get()) {
      case ALL_OLD -> done -> done.before();
      case ALL_NEW -> done -> done.after();
      case MODIFIED_OLD -> done -> plan.flatMap(it -> done.before().map(it::updatedAttributes));
      case MODIFIED_NEW -> done -> plan.flatMap(it -> done.after().map(it::updatedAttributes));
    };
  }
}
