package dev.trestle.engine.operation;

import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.Operand;
import dev.trestle.engine.expression.Part;
import dev.trestle.engine.expression.Predicate;
import dev.trestle.engine.expression.TreeBinder;
import dev.trestle.engine.expression.UpdatePlan;
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
 * A statement that writes one item, or wants one to be there. An UPDATE is of an item that exists;
 * a DELETE of one that does not is done with nothing to do.
 */
final class StatementWrite {
  private final Statement statement;
  private final List<Value> values;
  private final TreeBinder binder;
  private final Optional<UpdatePlan> plan;

  /** What is wrong with the clauses by themselves is told before the table is looked up. */
  StatementWrite(Statement statement, List<Value> values) {
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
      case Statement.Insert _ -> Optional.empty();
    };
  }

  /** The item to insert, or as much of a key as the statement has. */
  Item itemOrKey(KeySchema keys) {
    return statement instanceof Statement.Insert(_, var item)
        ? item.in(values)
        : target(keys).key();
  }

  private ItemTarget target(KeySchema keys) {
    return ItemTarget.of(where(), values, keys.names());
  }

  /** Refuses a statement that is not about exactly one item. */
  void namesOneItem(KeySchema keys) {
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

  /** An EXISTS that asks for no more than an item's presence is none for DynamoDB. */
  void wantsMoreThanKey(KeySchema keys) {
    if (!(statement instanceof Statement.Exists)) return;
    var target = target(keys);
    boolean whole = target.key().count() == keys.attributes().size();
    if (whole && target.condition().isPresent()) return;
    throw new ValidationException(
        "EXISTS() must contain a single item read with additional condition");
  }

  ItemAction action(ItemChange change, KeySchema keys, boolean showOld) {
    if (statement instanceof Statement.Insert(_, var newItem)) {
      var item = newItem.in(values);
      ItemChange.sizeOfNew(item);
      return change.insert(item);
    }
    var target = target(keys);
    var there = new Operand.Path(List.of(new Part.Name(keys.partitionKey().name())));
    var exists = new Operand.Call("attribute_exists", List.of(there));
    var missing = new Operand.Call("attribute_not_exists", List.of(there));
    var wanted = target.condition();
    return switch (statement) {
      case Statement.Update _ -> {
        target.contradicted().ifPresent(StatementWrite::contradicted);
        yield change.update(target.key(), bound(and(exists, wanted)), showOld);
      }
      case Statement.Delete _ -> {
        target.contradicted().ifPresent(StatementWrite::contradicted);
        var condition = wanted.map(also -> binder.condition(new Predicate.Or(missing, also)));
        yield change.delete(target.key(), condition, showOld);
      }
      case Statement.Exists _ ->
          change.check(target.key(), Optional.of(and(exists, wanted)), showOld);
      case Statement.Select _, Statement.Insert _ ->
          throw new IllegalStateException("no write by key");
    };
  }

  private Condition and(Predicate first, Optional<Predicate> second) {
    return binder.condition(
        second.<Predicate>map(it -> new Predicate.And(first, it)).orElse(first));
  }

  private Bound bound(Condition condition) {
    return new Bound(
        Optional.of(condition), plan, Optional.empty(), Optional.empty(), Optional.empty());
  }

  Optional<Returning> returning() {
    return switch (statement) {
      case Statement.Update update -> update.returning();
      case Statement.Delete delete -> delete.returning();
      case Statement.Insert _, Statement.Exists _, Statement.Select _ -> Optional.empty();
    };
  }

  /** What RETURNING shows. */
  ItemChange.Answer answer() {
    if (returning().isEmpty()) return done -> Optional.empty();
    return switch (returning().get()) {
      case ALL_OLD -> done -> done.before();
      case ALL_NEW -> done -> done.after();
      case MODIFIED_OLD -> done -> plan.flatMap(it -> done.before().map(it::touched));
      case MODIFIED_NEW -> done -> plan.flatMap(it -> done.after().map(it::touched));
    };
  }
}
