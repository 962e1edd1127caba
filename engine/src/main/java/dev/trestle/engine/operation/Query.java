package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.KeyConditionChecks;
import dev.trestle.engine.check.Selection;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.PagedRead;
import dev.trestle.engine.execution.UsageRecorder;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.read.KeyConditionRange;
import dev.trestle.engine.read.ReadTarget;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.result.PageResult;
import dev.trestle.item.Item;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Query: reads the items of one partition in the order of the sort key. */
public record Query(
    @Nullable String tableName,
    @Nullable String indexName,
    Expressions expressions,
    LegacyParameters legacy,
    @Nullable String select,
    @Nullable Integer limit,
    @Nullable Boolean consistentRead,
    @Nullable Boolean scanIndexForward,
    @Nullable Item exclusiveStartKey,
    @Nullable String returnConsumedCapacity)
    implements Operation<PageResult> {
  private static final String ONE_ERROR = "1 validation error detected: ";

  @Override
  public PageResult run(OperationContext context) {
    constraints();
    Selection.check(ONE_ERROR, select, indexName, expressions, legacy);
    checkKeyConditionPresent();
    var bound = BoundExpressions.of(expressions, legacy);
    var condition = bound.keyCondition().orElseThrow();
    boolean consistent = Boolean.TRUE.equals(consistentRead);
    var table = context.table(tableName);
    var target = PagedRead.target(table, indexName, consistent);
    var start = Optional.ofNullable(exclusiveStartKey);
    new KeyConditionChecks(target, condition, start).check();
    var read = new PagedRead(table, target, bound, limit, consistent, returnConsumedCapacity);
    read.checkProjectedKeys();
    checkFilterHasNoKey(target, bound);
    Selection.checkAllAttributes(select, target);
    read.checkFilteredKeys();
    var shape = Selection.shape(select, target, bound.projection());
    bound
        .filter()
        .ifPresent(filter -> Selection.checkFilterAttributes(target, filter.attributes()));
    boolean reverse = Boolean.FALSE.equals(scanIndexForward);
    var range = KeyConditionRange.of(target, condition);
    if (exclusiveStartKey != null) {
      range = range.after(target.position(exclusiveStartKey), reverse);
    }
    if (!target.isGlobal()) UsageRecorder.countRequest(table, range.from());
    return read.run(context, shape, range, reverse);
  }

  @Override
  public void constraints() {
    new Constraints()
        .select(select)
        .optionalName("indexName", indexName)
        .consumedCapacity(returnConsumedCapacity)
        .table("tableName", tableName)
        .attributesToGet("attributesToGet", legacy.attributesToGet())
        .check();
    if (limit != null && limit < 1) {
      throw new ValidationException(
          ONE_ERROR
              + "Value at 'Limit' failed to satisfy constraint: Member must have value greater"
              + " than or equal to 1");
    }
  }

  /**
   * Checks that there is a key condition. DynamoDB reports this before it parses expressions, but
   * after a mix of expressions and legacy parameters.
   */
  private void checkKeyConditionPresent() {
    if (expressions.keyCondition() != null || legacy.keyConditions() != null) return;
    boolean hasExpressions = expressions.filter() != null || expressions.projection() != null;
    boolean mixed = hasExpressions && !legacy.equals(LegacyParameters.NONE);
    if (mixed) BoundExpressions.of(expressions, legacy);
    throw new ValidationException(
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the"
            + " request.");
  }

  private void checkFilterHasNoKey(ReadTarget target, BoundExpressions bound) {
    var filter = bound.filter();
    if (filter.isEmpty()) return;
    for (var name : target.keys().names()) {
      if (!filter.get().attributes().contains(name)) continue;
      throw new ValidationException(
          (legacy.filter() != null ? "QueryFilter" : "Filter Expression")
              + " can only contain non-primary key attributes: Primary key attribute: "
              + name);
    }
  }
}
