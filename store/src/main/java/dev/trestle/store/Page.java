package dev.trestle.store;

import java.util.List;
import java.util.Optional;

/**
 * What one run of a query found.
 *
 * @param next where to go on; none after the last page. The last page may be empty: DynamoDB only
 *     learns that there is nothing more by looking.
 */
public record Page<R>(List<R> items, Optional<Cursor> next) {
  public Page {
    items = List.copyOf(items);
  }

  public Optional<R> first() {
    return items.isEmpty() ? Optional.empty() : Optional.of(items.getFirst());
  }
}
