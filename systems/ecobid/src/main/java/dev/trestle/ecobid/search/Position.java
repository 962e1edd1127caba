package dev.trestle.ecobid.search;

import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items.Summary;
import java.time.Instant;
import java.util.Comparator;

/**
 * The position of an item in the order of search results, newest first. A search continues below
 * it.
 */
public record Position(Instant listed, ItemId item) implements Comparable<Position> {
  private static final Comparator<Position> NEWEST_FIRST =
      Comparator.comparing(Position::listed)
          .thenComparing(position -> position.item.value())
          .reversed();

  static Position of(Summary summary) {
    return new Position(summary.listed(), summary.item());
  }

  @Override
  public int compareTo(Position other) {
    return NEWEST_FIRST.compare(this, other);
  }
}
