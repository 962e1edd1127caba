package dev.trestle.engine.operation;

import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.item.Item;
import org.jspecify.annotations.Nullable;

/** Scan. */
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
    throw Kernel.notYet(this);
  }
}
