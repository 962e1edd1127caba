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
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What Query and Scan have in common. */
record PagedRead(
    Source source,
    Bound bound,
    @Nullable Integer limit,
    boolean consistent,
    @Nullable String returnConsumedCapacity) {

  /** The table or index that the request names. */
  static Source source(
      Kernel kernel, @Nullable String tableName, @Nullable String indexName, boolean consistent) {
    var table = kernel.catalog().require(Objects.requireNonNull(tableName)).definition();
    if (indexName == null) return Source.of(table);
    var index = index(table, indexName);
    if (index.isGlobal() && consistent) {
      throw new ValidationException(
          "Consistent reads are not supported on global secondary indexes");
    }
    if (index.state() == State.BACKFILLING) {
      throw new ValidationException(
          "Cannot read from backfilling global secondary index: " + indexName);
    }
    return Source.of(table, index);
  }

  private static SecondaryIndex index(TableDefinition table, String name) {
    return table
        .index(name)
        .filter(index -> index.state() != State.DELETING)
        .orElseThrow(
            () ->
                new ValidationException(
                    "The table does not have the specified index: " + name));
  }

  /** Keys are scalars: nothing can be looked up inside them. */
  void nestedNamesAreNoKeys(Set<String> nested) {
    if (nested.isEmpty()) return;
    for (var name : source.table().keys().names()) notNested(nested, "Key: ", name);
    for (var index : source.table().indexes()) {
      for (var name : index.keys().names()) notNested(nested, "IndexKey: ", name);
    }
  }

  private static void notNested(Set<String> nested, String what, String name) {
    if (!nested.contains(name)) return;
    throw new ValidationException(
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
            + " allowed: "
            + what
            + name);
  }

  void projectionTakesKeysWhole() {
    nestedNamesAreNoKeys(bound.projection().map(Projection::nestedAttributes).orElse(Set.of()));
  }

  void filterTakesKeysWhole() {
    nestedNamesAreNoKeys(bound.filter().map(Condition::nestedAttributes).orElse(Set.of()));
  }

  Page run(Kernel kernel, Shape shape, Span span, boolean reverse) {
    int most = limit == null ? Integer.MAX_VALUE : limit;
    var read =
        new PageReader(kernel.storage(), source, bound.filter(), shape, most).read(span, reverse);
    return new Page(
        read.items(),
        shape.countOnly(),
        read.count(),
        read.scanned(),
        read.last(),
        Capacity.isAsked(returnConsumedCapacity)
            ? Optional.of(consumed(read))
            : Optional.empty());
  }

  private ConsumedCapacity consumed(ReadPage read) {
    var consistency = consistent ? Consistency.STRONG : Consistency.EVENTUAL;
    double units = CapacityUnits.read(read.bytes(), consistency);
    double fetched = CapacityUnits.readOfBlocks(read.fetchedBlocks(), consistency);
    var name = source.table().name();
    boolean detailed = Capacity.isDetailed(returnConsumedCapacity);
    if (source.index().isEmpty()) {
      return new ConsumedCapacity(name, units, Map.of(), Map.of(), 0, 0, detailed);
    }
    var onIndex = Map.of(source.index().get().name(), units);
    return source.isGlobal()
        ? new ConsumedCapacity(name, 0, onIndex, Map.of(), 0, 0, detailed)
        : new ConsumedCapacity(name, fetched, Map.of(), onIndex, 0, 0, detailed);
  }
}
