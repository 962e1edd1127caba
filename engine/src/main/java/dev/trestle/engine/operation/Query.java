package dev.trestle.engine.operation;

import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.read.KeySpan;
import dev.trestle.engine.read.Source;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Item;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Query: the items of one partition, by sort key. */
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
    implements Operation<Page> {
  private static final String ONE_ERROR = "1 validation error detected: ";

  @Override
  public Page run(Kernel kernel) {
    constraints();
    Selection.check(ONE_ERROR, select, indexName, expressions, legacy);
    keyConditionIsThere();
    var bound = Bound.of(expressions, legacy);
    var condition = bound.keyCondition().orElseThrow();
    boolean consistent = Boolean.TRUE.equals(consistentRead);
    var table = kernel.table(tableName);
    var source = PagedRead.source(table, indexName, consistent);
    var start = Optional.ofNullable(exclusiveStartKey);
    new KeyConditionChecks(source, condition, start).check();
    var read = new PagedRead(table, source, bound, limit, consistent, returnConsumedCapacity);
    read.projectionTakesKeysWhole();
    filterLooksAtNoKey(source, bound);
    Selection.notAllOfGlobal(select, source);
    read.filterTakesKeysWhole();
    var shape = Selection.shape(select, source, bound.projection());
    bound.filter().ifPresent(filter -> Selection.filtersWhatIsShown(source, filter.attributes()));
    boolean reverse = Boolean.FALSE.equals(scanIndexForward);
    var span = KeySpan.of(source, condition);
    if (exclusiveStartKey != null) {
      span = span.after(source.position(exclusiveStartKey), reverse);
    }
    if (!source.isGlobal()) Metering.touch(table, span.from());
    return read.run(kernel, shape, span, reverse);
  }

  @Override
  public void constraints() {
    new Constraints()
        .oneOf("select", select, Selection.VALUES)
        .optionalName("indexName", indexName)
        .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
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

  /** Told before the expressions are read, but after both kinds were found in one request. */
  private void keyConditionIsThere() {
    if (expressions.keyCondition() != null || legacy.keyConditions() != null) return;
    boolean hasExpressions = expressions.filter() != null || expressions.projection() != null;
    boolean mixed = hasExpressions && !legacy.equals(LegacyParameters.NONE);
    if (mixed) Bound.of(expressions, legacy);
    throw new ValidationException(
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the"
            + " request.");
  }

  private void filterLooksAtNoKey(Source source, Bound bound) {
    var filter = bound.filter();
    if (filter.isEmpty()) return;
    for (var name : source.keys().names()) {
      if (!filter.get().attributes().contains(name)) continue;
      throw new ValidationException(
          (legacy.filter() != null ? "QueryFilter" : "Filter Expression")
              + " can only contain non-primary key attributes: Primary key attribute: "
              + name);
    }
  }
}
