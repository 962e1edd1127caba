package dev.trestle.engine.table;

import java.util.Set;
import java.util.TreeSet;

/**
 * A secondary index of a table.
 *
 * @param id the id with which the keys of its entries begin; never reused
 * @param warm at least what its units imply
 * @param state whether it can be queried; writes maintain it from the start
 */
public record SecondaryIndex(
    int id,
    String name,
    Scope scope,
    KeySchema keys,
    IndexProjection projection,
    ProvisionedUnits throughput,
    MaximumUnits maximum,
    WarmUnits warm,
    State state) {
  public enum Scope {
    GLOBAL,
    LOCAL
  }

  /** DynamoDB's IndexStatus. A BACKFILLING index is described as CREATING with Backfilling true. */
  public enum State {
    BACKFILLING,
    ACTIVE,
    DELETING
  }

  public SecondaryIndex {
    warm = warm.atLeast(WarmUnits.initial(throughput));
  }

  public boolean isGlobal() {
    return scope == Scope.GLOBAL;
  }

  public SecondaryIndex withState(State changed) {
    return new SecondaryIndex(
        id, name, scope, keys, projection, throughput, maximum, warm, changed);
  }

  public SecondaryIndex withThroughput(ProvisionedUnits changed) {
    return new SecondaryIndex(id, name, scope, keys, projection, changed, maximum, warm, state);
  }

  public SecondaryIndex withMaximum(MaximumUnits changed) {
    return new SecondaryIndex(id, name, scope, keys, projection, throughput, changed, warm, state);
  }

  public SecondaryIndex withWarm(WarmUnits changed) {
    return new SecondaryIndex(
        id, name, scope, keys, projection, throughput, maximum, changed, state);
  }

  /** Returns the names of all attributes in its entries, unless it projects all attributes. */
  public Set<String> projectedNames(KeySchema tableKeys) {
    var names = new TreeSet<>(keys.names());
    names.addAll(tableKeys.names());
    names.addAll(projection.nonKeyAttributes());
    return names;
  }
}
