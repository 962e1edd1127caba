package dev.trestle.design.simulate;

import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.item.throughput.LimitType;
import dev.trestle.item.throughput.ResourceThroughput;
import dev.trestle.item.throughput.ResourceThroughput.Provisioned;
import dev.trestle.model.Billing;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The throughput of a table and its global indexes, limited as in the engine. */
public final class TableThroughput {
  private final Map<TableOrIndex, ResourceThroughput> resources = new LinkedHashMap<>();

  /** A demand that was refused, and why. */
  public record Throttled(Demand demand, LimitType limit) {
    /** Returns DynamoDB's name of the reason. */
    public String reason() {
      return limit.reason(demand.resource().index().isPresent(), demand.kind());
    }
  }

  public TableThroughput(Table table, long nowMillis) {
    resources.put(TableOrIndex.of(table.name()), create(table.provisioned(), nowMillis));
    for (var index : table.indexes()) {
      if (index.scope() != TableIndex.Scope.GLOBAL) continue;
      resources.put(
          TableOrIndex.of(table.name(), index.name()), create(table.provisioned(index), nowMillis));
    }
  }

  private static ResourceThroughput create(Optional<Billing.Provisioned> declared, long nowMillis) {
    return declared
        .map(Billing.Provisioned::throughput)
        .map(given -> new Provisioned((double) given.read(), (double) given.write()))
        .map(given -> ResourceThroughput.provisioned(given, nowMillis))
        .orElseGet(() -> ResourceThroughput.onDemand(nowMillis));
  }

  /**
   * Makes a request that has all these demands, of the table first. It is charged as a whole, or
   * not at all if one of them is throttled.
   */
  public Optional<Throttled> request(List<Demand> demands, long nowMillis) {
    for (var demand : demands) {
      var limit = of(demand).check(demand.kind(), demand.position(), nowMillis);
      if (limit.isPresent()) return Optional.of(new Throttled(demand, limit.get()));
    }
    for (var demand : demands) {
      of(demand).charge(demand.kind(), demand.position(), demand.units(), nowMillis);
    }
    return Optional.empty();
  }

  private ResourceThroughput of(Demand demand) {
    return resource(demand.resource());
  }

  ResourceThroughput resource(TableOrIndex resource) {
    var known = resources.get(resource);
    if (known == null) throw new IllegalArgumentException("no such table or index: " + resource);
    return known;
  }
}
