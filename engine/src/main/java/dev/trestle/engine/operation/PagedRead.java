package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.read.PageReader;
import dev.trestle.engine.read.ReadPage;
import dev.trestle.engine.read.Shape;
import dev.trestle.engine.read.Source;
import dev.trestle.engine.read.Span;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.table.Table;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What Query and Scan have in common. */
record PagedRead(
    Table table,
    Source source,
    Bound bound,
    @Nullable Integer limit,
    boolean consistent,
    @Nullable String returnConsumedCapacity) {

  /** The table or index that the request names. */
  static Source source(Table table, @Nullable String indexName, boolean consistent) {
    var definition = table.definition();
    if (indexName == null) return Source.of(definition);
    var index = index(definition, indexName);
    if (index.isGlobal() && consistent) {
      throw new ValidationException(
          "Consistent reads are not supported on global secondary indexes");
    }
    if (index.state() == State.BACKFILLING) {
      throw new ValidationException(
          "Cannot read from backfilling global secondary index: " + indexName);
    }
    return Source.of(definition, index);
  }

  private static SecondaryIndex index(TableDefinition table, String name) {
    return table
        .index(name)
        .filter(index -> index.state() != State.DELETING)
        .orElseThrow(
            () -> new ValidationException("The table does not have the specified index: " + name));
  }

  void projectionTakesKeysWhole() {
    KeyChecks.whole(
        source.table(), bound.projection().map(Projection::nestedAttributes).orElse(Set.of()));
  }

  void filterTakesKeysWhole() {
    KeyChecks.whole(
        source.table(), bound.filter().map(Condition::nestedAttributes).orElse(Set.of()));
  }

  Page run(Kernel kernel, Shape shape, Span span, boolean reverse) {
    var read = read(kernel, shape, span, reverse);
    return new Page(
        read.items(),
        shape.countOnly(),
        read.count(),
        read.scanned(),
        read.last(),
        consumed(kernel, read));
  }

  ReadPage read(Kernel kernel, Shape shape, Span span, boolean reverse) {
    int most = limit == null ? Integer.MAX_VALUE : limit;
    return new PageReader(kernel.storage(), source, bound.filter(), shape, most)
        .read(span, reverse);
  }

  /** Books what a page took, and tells it if that was asked. */
  Optional<ConsumedCapacity> consumed(Kernel kernel, ReadPage read) {
    var consistency = consistent ? Consistency.STRONG : Consistency.EVENTUAL;
    double units = CapacityUnits.read(read.bytes(), consistency);
    double fetched = CapacityUnits.readOfBlocks(read.fetchedBlocks(), consistency);
    var name = source.table().name();
    var index = source.index().map(SecondaryIndex::name);
    kernel
        .usage()
        .read(table.meter(), name, index, consistent, read.scanned(), read.count(), units);
    if (read.fetched() > 0) {
      kernel
          .usage()
          .read(table.meter(), name, Optional.empty(), consistent, read.fetched(), 0, fetched);
    }
    var report = CapacityReport.of(returnConsumedCapacity);
    return source.index().isEmpty()
        ? report.ofTableRead(source.table(), units)
        : report.ofIndexRead(source.table(), source.index().get(), units, fetched);
  }
}
