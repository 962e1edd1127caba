package dev.trestle.store;

import java.util.List;
import java.util.Optional;

/**
 * One page of a query's results.
 *
 * @param next where the next page begins; empty after the last page. The last page may be empty,
 *     because DynamoDB only finds out by reading whether there is more.
 * @param previous where the page before this one begins; empty for the first page, and for queries
 *     across several partitions
 * @param readUnits the read units that the page cost
 * @param unreadable the items that are not records, each with its key; always empty unless {@link
 *     StoreOptions#listUnreadable} says to list them
 */
public record Page<R>(
    List<R> items,
    Optional<Cursor> next,
    Optional<Cursor> previous,
    double readUnits,
    List<UnreadableItemException> unreadable) {
  public Page {
    items = List.copyOf(items);
    unreadable = List.copyOf(unreadable);
  }

  /** The first item of the page; empty if it has none. */
  public Optional<R> first() {
    return items.isEmpty() ? Optional.empty() : Optional.of(items.getFirst());
  }
}
