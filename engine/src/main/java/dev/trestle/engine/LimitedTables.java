package dev.trestle.engine;

import java.util.Set;

/**
 * The tables whose throughput is limited as in DynamoDB.
 *
 * @param all whether every table is limited
 * @param names the limited tables, if not all are
 */
public record LimitedTables(boolean all, Set<String> names) {
  public static final LimitedTables NONE = new LimitedTables(false, Set.of());
  public static final LimitedTables ALL = new LimitedTables(true, Set.of());

  public LimitedTables {
    names = Set.copyOf(names);
  }

  public static LimitedTables named(Set<String> names) {
    return new LimitedTables(false, names);
  }

  public boolean contains(String tableName) {
    return all || names.contains(tableName);
  }
}
