package dev.trestle.ecobid.search;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.geo.Radius;
import dev.trestle.ecobid.model.Category;
import dev.trestle.ecobid.model.Mode;
import java.util.Optional;
import java.util.Set;

/**
 * A search.
 *
 * @param radius if absent, the whole market around the place
 * @param hidden users whose items are not shown
 * @param after where the previous page ended
 */
public record ItemSearch(
    GeoPoint from,
    Optional<Radius> radius,
    Optional<Category> category,
    Optional<Mode> mode,
    Set<UserId> hidden,
    int limit,
    Optional<Position> after) {
  public ItemSearch {
    if (!from.isServed()) throw new IllegalArgumentException("too near to a pole");
    if (limit < 1) throw new IllegalArgumentException("a page of " + limit + " items");
  }
}
