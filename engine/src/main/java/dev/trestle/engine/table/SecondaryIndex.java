package dev.trestle.engine.table;

import java.util.Set;
import java.util.TreeSet;

/**
 * A secondary index of a table.
 *
 * @param id the id with which the keys of its entries begin; never reused
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

  public boolean isGlobal() {
    return scope == Scope.GLOBAL;
  }

  public SecondaryIndex withState(State changed) {
    return new SecondaryIndex(id, name, scope, keys, projection, throughput, maximum, changed);
  }

  public SecondaryIndex withThroughput(ProvisionedUnits changed) {
    return new SecondaryIndex(id, name, scope, keys, projection, changed, maximum, state);
  }

  public SecondaryIndex withMaximum(MaximumUnits changed) {
    return new SecondaryIndex(id, name, scope, keys, projection, throughput, changed, state);
  }

  /** Returns the names of all attributes in its entries, unless it projects all attributes. */
  public Set<String> projectedNames(KeySchema tableKeys) {
    var names = new TreeSet<>(keys.names());
    names.addAll(tableKeys.names());
    names.addAll(projection.nonKeyAttributes());
    return names;
  }
}
