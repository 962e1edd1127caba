package dev.trestle.ecobid.search;

import java.util.List;
import java.util.Optional;

/**
 * Items, newest first.
 *
 * @param next where the next page begins; absent at the end. Pages before it may be short
 * @param readUnits the read units used
 */
public record SearchPage(List<FoundItem> items, Optional<Position> next, double readUnits) {
  public SearchPage {
    items = List.copyOf(items);
  }
}
