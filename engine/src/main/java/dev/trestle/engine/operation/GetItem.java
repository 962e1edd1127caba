package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.KeyChecks;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.UsageRecorder;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.result.CapacityReport;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.item.Item;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** GetItem: reads one item by its key. */
public record GetItem(
    @Nullable String tableName,
    @Nullable Item key,
    @Nullable Boolean consistentRead,
    Expressions expressions,
    LegacyParameters legacy,
    @Nullable String returnConsumedCapacity)
    implements Operation<GetItem.Result> {
  /** The item if it exists, and the consumed capacity if it was requested. */
  public record Result(Optional<Item> item, Optional<ConsumedCapacity> consumedCapacity) {}

  @Override
  public Result run(OperationContext context) {
    var named = checked();
    var bound = BoundExpressions.of(expressions, legacy);
    var table = context.table(tableName);
    var definition = table.definition();
    KeyChecks.key(definition.keys(), named);
    bound.projection().ifPresent(shown -> KeyChecks.whole(definition, shown.nestedAttributes()));
    var stored = StoredKeys.item(definition, named);
    context.limits().checkRead(context.usage(), table, Optional.empty(), stored);
    var found =
        Optional.ofNullable(context.storage().get(ColumnFamily.ITEMS, stored)).map(Item::ofBytes);
    boolean consistent = Boolean.TRUE.equals(consistentRead);
    var consistency = consistent ? Consistency.STRONG : Consistency.EVENTUAL;
    double units = CapacityUnits.read(found.map(Item::size).orElse(0), consistency);
    UsageRecorder.recordRead(context, table, stored, consistent, found, units);
    return new Result(
        bound.projection().isEmpty() ? found : found.map(bound.projection().get()::of),
        CapacityReport.of(returnConsumedCapacity).ofTableRead(definition, units));
  }

  @Override
  public void constraints() {
    checked();
  }

  private Item checked() {
    return new Constraints()
        .consumedCapacity(returnConsumedCapacity)
        .attributesToGet("attributesToGet", legacy.attributesToGet())
        .table("tableName", tableName)
        .present("key", key);
  }
}
