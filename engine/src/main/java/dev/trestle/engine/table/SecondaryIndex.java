package dev.trestle.engine.table;

import java.util.Set;
import java.util.TreeSet;

/**
 * A secondary index of a table.
 *
 * @param id the number its entries are kept under; never used again after the index is dropped
 * @param state whether queries may use it yet; writes maintain it from the start
 */
public record SecondaryIndex(
    int id,
    String name,
    Scope scope,
    KeySchema keys,
    IndexProjection projection,
    Throughput throughput,
    State state) {
  public enum Scope {
    GLOBAL,
    LOCAL
  }

  /** DynamoDB's IndexStatus; a BACKFILLING index is shown as CREATING with Backfilling true. */
  public enum State {
    BACKFILLING,
    ACTIVE,
    DELETING
  }

  public boolean isGlobal() {
    return scope == Scope.GLOBAL;
  }

  public SecondaryIndex withState(State changed) {
    return new SecondaryIndex(id, name, scope, keys, projection, throughput, changed);
  }

  public SecondaryIndex withThroughput(Throughput changed) {
    return new SecondaryIndex(id, name, scope, keys, projection, changed, state);
  }

  /** The names of all attributes its entries hold, unless it projects everything. */
  public Set<String> projectedNames(KeySchema tableKeys) {
    var names = new TreeSet<>(keys.names());
    names.addAll(tableKeys.names());
    names.addAll(projection.nonKeyAttributes());
    return names;
  }
}
