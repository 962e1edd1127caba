package dev.trestle.design.cost;

import java.util.Optional;

/** A table or an index: what has its own capacity. */
public record TableOrIndex(String table, Optional<String> index) {
  public static TableOrIndex of(String table) {
    return new TableOrIndex(table, Optional.empty());
  }

  public static TableOrIndex of(String table, String index) {
    return new TableOrIndex(table, Optional.of(index));
  }

  /** {@code mail} or {@code mail/flagged}. */
  @Override
  public String toString() {
    return index.map(name -> table + "/" + name).orElse(table);
  }
}
