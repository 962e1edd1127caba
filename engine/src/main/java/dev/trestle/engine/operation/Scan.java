package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.KeyChecks;
import dev.trestle.engine.check.Selection;
import dev.trestle.engine.check.StartKeyChecks;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.PagedRead;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.read.KeyRange;
import dev.trestle.engine.read.ReadTarget;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.result.PageResult;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import org.jspecify.annotations.Nullable;

/** Scan: reads all items of a table or index, or one segment of them. */
public record Scan(
    @Nullable String tableName,
    @Nullable String indexName,
    Expressions expressions,
    LegacyParameters legacy,
    @Nullable String select,
    @Nullable Integer limit,
    @Nullable Boolean consistentRead,
    @Nullable Integer segment,
    @Nullable Integer totalSegments,
    @Nullable Item exclusiveStartKey,
    @Nullable String returnConsumedCapacity)
    implements Operation<PageResult> {
  @Override
  public PageResult run(OperationContext context) {
    constraints();
    Selection.check("", select, indexName, expressions, legacy);
    checkSegment();
    var bound = BoundExpressions.of(expressions, legacy);
    boolean consistent = Boolean.TRUE.equals(consistentRead);
    var table = context.table(tableName);
    var target = PagedRead.target(table, indexName, consistent);
    if (exclusiveStartKey != null) startKey(target, exclusiveStartKey);
    Selection.checkAllAttributes(select, target);
    if (exclusiveStartKey != null) StartKeyChecks.table(target, exclusiveStartKey);
    var range = range(target);
    var read = new PagedRead(table, target, bound, limit, consistent, returnConsumedCapacity);
    read.checkProjectedKeys();
    read.checkFilteredKeys();
    return read.run(context, Selection.shape(select, target, bound.projection()), range, false);
  }

  @Override
  public void constraints() {
    new Constraints()
        .select(select)
        .optionalName("indexName", indexName)
        .atLeast("totalSegments", totalSegments, 1)
        .atMost("totalSegments", totalSegments, Limits.SCAN_SEGMENTS)
        .consumedCapacity(returnConsumedCapacity)
        .table("tableName", tableName)
        .atLeast("segment", segment, 0)
        .atMost("segment", segment, Limits.SCAN_SEGMENTS - 1)
        .atLeast("limit", limit, 1)
        .attributesToGet("attributesToGet", legacy.attributesToGet())
        .check();
  }

  private void checkSegment() {
    if (segment != null && totalSegments == null) {
      throw new ValidationException(
          "The TotalSegments parameter is required but was not present in the request when Segment"
              + " parameter is present");
    }
    if (totalSegments == null) return;
    if (segment == null) {
      throw new ValidationException(
          "The Segment parameter is required but was not present in the request when parameter"
              + " TotalSegments is present");
    }
    if (segment < totalSegments) return;
    throw new ValidationException(
        "The Segment parameter is zero-based and must be less than parameter TotalSegments:"
            + " Segment: "
            + segment
            + " is not less than TotalSegments: "
            + totalSegments);
  }

  private static void startKey(ReadTarget target, Item key) {
    boolean indexed = target.index().isPresent();
    StartKeyChecks.complete(
        target,
        key,
        indexed ? StartKeyChecks.INVALID : StartKeyChecks.INVALID + ": " + KeyChecks.MISMATCH);
    if (!indexed) return;
    for (var attribute : target.keys().attributes()) StartKeyChecks.part(target, attribute, key);
  }

  private KeyRange range(ReadTarget target) {
    var all =
        segment == null || totalSegments == null
            ? KeyRange.all(target.id())
            : KeyRange.segment(target.id(), segment, totalSegments);
    if (exclusiveStartKey == null) return all;
    var position = target.position(exclusiveStartKey);
    if (!all.contains(position)) {
      throw new ValidationException(
          StartKeyChecks.INVALID
              + ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment."
              + " TotalSegments: "
              + totalSegments
              + " Segment: "
              + segment);
    }
    return all.after(position, false);
  }
}
