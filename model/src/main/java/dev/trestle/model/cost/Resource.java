package dev.trestle.model.cost;

import java.util.Optional;

/** What has capacity of its own: a table, or an index of it. */
public record Resource(String table, Optional<String> index) {
  public static Resource of(String table) {
    return new Resource(table, Optional.empty());
  }

  public static Resource of(String table, String index) {
    return new Resource(table, Optional.of(index));
  }

  /** {@code mail} or {@code mail/flagged}. */
  @Override
  public String toString() {
    return index.map(name -> table + "/" + name).orElse(table);
  }
}
