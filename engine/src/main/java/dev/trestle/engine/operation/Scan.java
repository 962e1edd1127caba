package dev.trestle.engine.operation;

import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.read.Source;
import dev.trestle.engine.read.Span;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import org.jspecify.annotations.Nullable;

/** Scan: all items of a table or index, or one segment of them. */
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
    implements Operation<Page> {
  @Override
  public Page run(Kernel kernel) {
    constraints();
    Selection.check("", select, indexName, expressions, legacy);
    segmentIsOneOfThem();
    var bound = Bound.of(expressions, legacy);
    boolean consistent = Boolean.TRUE.equals(consistentRead);
    var table = kernel.table(tableName);
    var source = PagedRead.source(table, indexName, consistent);
    if (exclusiveStartKey != null) startKey(source, exclusiveStartKey);
    Selection.notAllOfGlobal(select, source);
    if (exclusiveStartKey != null) StartKey.table(source, exclusiveStartKey);
    var span = span(source);
    var read = new PagedRead(table, source, bound, limit, consistent, returnConsumedCapacity);
    read.projectionTakesKeysWhole();
    read.filterTakesKeysWhole();
    return read.run(kernel, Selection.shape(select, source, bound.projection()), span, false);
  }

  @Override
  public void constraints() {
    new Constraints()
        .oneOf("select", select, Selection.VALUES)
        .optionalName("indexName", indexName)
        .atLeast("totalSegments", totalSegments, 1)
        .atMost("totalSegments", totalSegments, Limits.SCAN_SEGMENTS)
        .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
        .table("tableName", tableName)
        .atLeast("segment", segment, 0)
        .atMost("segment", segment, Limits.SCAN_SEGMENTS - 1)
        .atLeast("limit", limit, 1)
        .attributesToGet("attributesToGet", legacy.attributesToGet())
        .check();
  }

  private void segmentIsOneOfThem() {
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

  private static void startKey(Source source, Item key) {
    boolean indexed = source.index().isPresent();
    StartKey.complete(
        source, key, indexed ? StartKey.INVALID : StartKey.INVALID + ": " + KeyChecks.MISMATCH);
    if (!indexed) return;
    for (var attribute : source.keys().attributes()) StartKey.part(source, attribute, key);
  }

  private Span span(Source source) {
    var all =
        segment == null || totalSegments == null
            ? Span.all(source.id())
            : Span.segment(source.id(), segment, totalSegments);
    if (exclusiveStartKey == null) return all;
    var position = source.position(exclusiveStartKey);
    if (!all.has(position)) {
      throw new ValidationException(
          StartKey.INVALID
              + ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment."
              + " TotalSegments: "
              + totalSegments
              + " Segment: "
              + segment);
    }
    return all.after(position, false);
  }
}
