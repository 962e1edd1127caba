package dev.trestle.engine.execution;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.check.KeyChecks;
import dev.trestle.engine.expression.BoundCondition;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.ItemProjection;
import dev.trestle.engine.read.KeyRange;
import dev.trestle.engine.read.PageReader;
import dev.trestle.engine.read.PageShape;
import dev.trestle.engine.read.ReadPage;
import dev.trestle.engine.read.ReadTarget;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.result.CapacityReport;
import dev.trestle.engine.result.PageResult;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The common part of Query and Scan. */
public record PagedRead(
    OpenTable table,
    ReadTarget target,
    BoundExpressions bound,
    @Nullable Integer limit,
    boolean consistent,
    @Nullable String returnConsumedCapacity) {

  /** Returns the table or index to read. */
  public static ReadTarget target(OpenTable table, @Nullable String indexName, boolean consistent) {
    var definition = table.definition();
    if (indexName == null) return ReadTarget.of(definition);
    var index = index(definition, indexName);
    if (index.isGlobal() && consistent) {
      throw new ValidationException(
          "Consistent reads are not supported on global secondary indexes");
    }
    if (index.state() == State.BACKFILLING) {
      throw new ValidationException(
          "Cannot read from backfilling global secondary index: " + indexName);
    }
    return ReadTarget.of(definition, index);
  }

  private static SecondaryIndex index(TableDefinition table, String name) {
    return table
        .index(name)
        .filter(index -> index.state() != State.DELETING)
        .orElseThrow(
            () -> new ValidationException("The table does not have the specified index: " + name));
  }

  public void checkProjectedKeys() {
    KeyChecks.whole(
        target.table(), bound.projection().map(ItemProjection::nestedAttributes).orElse(Set.of()));
  }

  public void checkFilteredKeys() {
    KeyChecks.whole(
        target.table(), bound.filter().map(BoundCondition::nestedAttributes).orElse(Set.of()));
  }

  public PageResult run(
      OperationContext context, PageShape shape, KeyRange range, boolean reverse) {
    var read = read(context, shape, range, reverse);
    return new PageResult(
        read.items(),
        shape.countOnly(),
        read.count(),
        read.scanned(),
        read.last(),
        consumed(context, read, range));
  }

  public ReadPage read(OperationContext context, PageShape shape, KeyRange range, boolean reverse) {
    context.limits().checkRead(context.usage(), table, target.index(), range.from());
    int most = limit == null ? Integer.MAX_VALUE : limit;
    var reader = new PageReader(context.storage(), target, bound.filter(), shape, most);
    if (!target.isGlobal()) return reader.read(range, reverse);
    try (var view = context.laggingIndexes().open()) {
      return reader.read(range, reverse, view.snapshot());
    }
  }

  /** Records the usage of a page, and returns it if the request asked for it. */
  public Optional<ConsumedCapacity> consumed(
      OperationContext context, ReadPage read, KeyRange range) {
    var consistency = consistent ? Consistency.STRONG : Consistency.EVENTUAL;
    double units = CapacityUnits.read(read.bytes(), consistency);
    double fetched = CapacityUnits.readOfBlocks(read.fetchedBlocks(), consistency);
    context.limits().chargeRead(table, target.index(), range.from(), units);
    var name = target.table().name();
    var index = target.index().map(SecondaryIndex::name);
    context
        .usage()
        .read(table.usage(), name, index, consistent, read.scanned(), read.count(), units);
    if (read.fetched() > 0) {
      context.limits().chargeRead(table, Optional.empty(), range.from(), fetched);
      context
          .usage()
          .read(table.usage(), name, Optional.empty(), consistent, read.fetched(), 0, fetched);
    }
    var report = CapacityReport.of(returnConsumedCapacity);
    return target.index().isEmpty()
        ? report.ofTableRead(target.table(), units)
        : report.ofIndexRead(target.table(), target.index().get(), units, fetched);
  }
}
