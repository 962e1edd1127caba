package dev.trestle.design.cost;

import java.util.Optional;

/** A table or an index: what has its own capacity. */
public record TableOrIndex(String table, Optional<String> index) {
  /** A table itself, without its indexes. */
  public static TableOrIndex of(String table) {
    return new TableOrIndex(table, Optional.empty());
  }

  /** An index of a table. */
  public static TableOrIndex of(String table, String index) {
    return new TableOrIndex(table, Optional.of(index));
  }

  /** {@code mail} or {@code mail/flagged}. */
  @Override
  public String toString() {
    return index.map(name -> table + "/" + name).orElse(table);
  }
}
